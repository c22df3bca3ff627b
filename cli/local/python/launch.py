"""Runs a server that dies with the process that started this one, and of which no shared memory is left.

usage: launch.py <starter's process id> <prefix of shared memory> <ports by socket, JSON> <command> [argument ...]

With sockets, the network namespace that this runs in is a new one with nothing in it: what the server listens on stays private.
Unix sockets lead to the ports that matter.
"""

import asyncio
import ctypes
import fcntl
import json
import os
import signal
import socket
import struct
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
SIOCSIFFLAGS = 0x8914
IFF_UP = 1
GRACE_SECONDS = 5


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


async def ended(pidfd):
    over = asyncio.Event()
    asyncio.get_running_loop().add_reader(pidfd, over.set)
    await over.wait()


async def guard(starter, server, process_group, sockets):
    """Stays beside the server until that ends, and sees to it when nobody else does any more."""
    relaying = [asyncio.create_task(relay(path, int(port))) for path, port in sockets.items()]
    ends = [asyncio.create_task(ended(process)) for process in (starter, server)]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    if (await asyncio.wait(ends[1:], timeout=GRACE_SECONDS))[1]:
        os.killpg(process_group, signal.SIGKILL)  # a signal that comes while it starts may be lost
        await ends[1]
    for each in relaying:
        each.cancel()


starter_id, prefix, relays, *command = sys.argv[1:]
sockets = json.loads(relays)
if sockets:
    bring_up_loopback()
starter, server = os.pidfd_open(int(starter_id)), os.pidfd_open(os.getpid())
group = os.getpgrp()
if os.fork() == 0:
    os.setpgid(0, 0)
    asyncio.run(guard(starter, server, group, sockets))
    for left in Path("/dev/shm").glob(f"{prefix}*"):
        left.unlink(missing_ok=True)
    sys.exit()
die_with_parent(signal.SIGINT)
if os.getppid() != int(starter_id):
    sys.exit("who started this is gone")
os.execvp(command[0], command)
