/** Loaded into each process of the command: writes down connections to other hosts, and prevents them. */
const fs = require('node:fs');
const net = require('node:net');

const LOOPBACK = /^(127\.|::1$|localhost$)/;
const { connect } = net.Socket.prototype;

net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  const host = options?.host ?? 'localhost';
  if (options?.path === undefined && !LOOPBACK.test(host)) {
    fs.appendFileSync(process.env.HOSTILE_CONNECTIONS, `${host}\n`);
    process.nextTick(() =>
      this.destroy(Object.assign(new Error(`no connection to ${host}`), { code: 'EHOSTUNREACH' })),
    );
    return this;
  }
  return connect.apply(this, given);
};
