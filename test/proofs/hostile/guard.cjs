/** Loaded into each process of the command. Blocks connections to other hosts, and writes the names of these hosts to the file HOSTILE_CONNECTIONS. */
const fs = require('node:fs');
const net = require('node:net');

const LOOPBACK = /^(127\.|::1$|localhost$)/;
const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = options?.host ?? 'localhost';
  if (options?.path === undefined && !LOOPBACK.test(host)) {
    fs.appendFileSync(process.env.HOSTILE_CONNECTIONS, `${host}\n`);
    process.nextTick(() =>
      this.destroy(Object.assign(new Error(`no connection to ${host}`), { code: 'EHOSTUNREACH' })),
    );
    return this;
  }
  return connect.apply(this, args);
};
