import { connect } from 'node:net';

const BUFFER_BYTES = 1024 * 1024;

/** Fetches a file by a bare socket into one buffer, again and again, so that the client costs little beside the server. Answers the bytes of the body. */
export const drain = ({ url, headers = {} }: { url: URL; headers?: Record<string, string> }): Promise<number> =>
  new Promise((resolve, reject) => {
    let received = 0;
    let head = '';
    let isBody = false;
    const take = (count: number, buffer: Uint8Array): boolean => {
      if (isBody) {
        received += count;
        return true;
      }
      head += Buffer.from(buffer.buffer, buffer.byteOffset, count).toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end !== -1) {
        isBody = true;
        received = head.length - end - 4;
      }
      return true;
    };
    const socket = connect({
      host: url.hostname,
      port: Number(url.port),
      onread: { buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES), callback: take },
    });
    const lines = Object.entries({ host: url.host, connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.on('connect', () => socket.write(`GET ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`));
    socket.on('error', reject);
    socket.on('close', () => (head.startsWith('HTTP/1.1 200') ? resolve(received) : reject(new Error(head.split('\r\n')[0]))));
  });
