"""Runs a server that dies with the process that started this one.

usage: launch.py <socket> <port> <command> [argument ...]

With a socket, the network namespace that this runs in is a new one with nothing in it: what the server listens on stays private.
A Unix socket leads to the one port that matters.
"""

import asyncio
import ctypes
import fcntl
import os
import signal
import socket
import struct
import sys

PR_SET_PDEATHSIG = 1
SIOCSIFFLAGS = 0x8914
IFF_UP = 1


def die_with_parent(signal_number):
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal_number)


def bring_up_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", IFF_UP))


async def relay(path, port):
    async def pump(reader, writer):
        try:
            while chunk := await reader.read(1 << 16):
                writer.write(chunk)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    async def connect(reader, writer):
        try:
            from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        except OSError:  # the server is not up yet
            writer.close()
            return
        await asyncio.gather(pump(reader, to_server), pump(from_server, writer))

    await (await asyncio.start_unix_server(connect, path)).serve_forever()


path, port, *command = sys.argv[1:]
if path:
    bring_up_loopback()
    if os.fork() == 0:
        die_with_parent(signal.SIGKILL)
        asyncio.run(relay(path, int(port)))
die_with_parent(signal.SIGINT)
os.execvp(command[0], command)
