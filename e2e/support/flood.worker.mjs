// Sends prepared requests over and over on raw connections, in a thread of its own, until it is told to stop; then reports how many got each status.
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

const { port, address, connections, pipelining, requests } = workerData;
const counts = {};
const sockets = new Set();
let isStopped = false;
let next = 0;

const count = (status) => {
  counts[status] = (counts[status] ?? 0) + 1;
};

const open = () => {
  if (isStopped) return;
  const socket = connect({ host: '127.0.0.1', port, localAddress: address });
  let waiting = 0;
  let rest = '';
  const send = () => {
    for (; waiting < pipelining; waiting += 1) socket.write(requests[next++ % requests.length]);
  };
  sockets.add(socket);
  socket.setEncoding('latin1');
  socket.on('connect', send);
  socket.on('data', (text) => {
    rest += text;
    const found = [...rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)];
    const last = found.at(-1);
    if (last) rest = rest.slice(last.index + last[0].length);
    else rest = rest.slice(-16);
    for (const [, status] of found) count(status);
    waiting -= found.length;
    if (waiting <= 0) send();
  });
  socket.on('error', ({ code }) => count(code));
  // A refused request may end the connection.
  socket.on('close', () => {
    sockets.delete(socket);
    setImmediate(open);
  });
};

for (let index = 0; index < connections; index += 1) open();
parentPort.once('message', () => {
  isStopped = true;
  for (const socket of sockets) socket.destroy();
  parentPort.postMessage(counts);
  parentPort.close();
});
