import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Environment, startEnvironment } from './notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

/** An environment and a scripted mail server for the tests of a file, each of which starts notify itself. Both are reset after each test. */
export const createScriptedEnvironment = () => {
  let environment: Environment | undefined;
  let smtp: ScriptedSmtp | undefined;
  beforeAll(async () => {
    environment = await startEnvironment();
    smtp = await startScriptedSmtp();
  });
  afterEach(async () => {
    smtp?.setScript({});
    await environment?.stopServices();
  });
  afterAll(async () => {
    await environment?.stop();
    await smtp?.stop();
  });
  return {
    environment: (): Environment => {
      if (!environment) throw new Error('The environment has not started');
      return environment;
    },
    smtp: (): ScriptedSmtp => {
      if (!smtp) throw new Error('The mail server has not started');
      return smtp;
    },
  };
};
