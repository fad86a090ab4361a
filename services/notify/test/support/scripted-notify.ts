import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { type Surroundings, startSurroundings } from './notify.ts';
import { type ScriptedSmtp, startScriptedSmtp } from './scripted-smtp.ts';

/** Surroundings and a scripted mail server for the tests of a file, each of which starts notify by itself; both are well again after every test. */
export const scriptedSurroundings = () => {
  let around: Surroundings | undefined;
  let smtp: ScriptedSmtp | undefined;
  beforeAll(async () => {
    around = await startSurroundings();
    smtp = await startScriptedSmtp();
  });
  afterEach(async () => {
    smtp?.play({});
    await around?.stopServices();
  });
  afterAll(async () => {
    await around?.stop();
    await smtp?.stop();
  });
  return {
    around: (): Surroundings => {
      if (!around) throw new Error('the surroundings are not running');
      return around;
    },
    smtp: (): ScriptedSmtp => {
      if (!smtp) throw new Error('the mail server is not running');
      return smtp;
    },
  };
};
