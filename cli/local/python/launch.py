"""Runs a server, and ends it together with the process that started this program. Leaves no process and no shared memory behind, and if the starter
was killed, no work folder.

usage: launch.py <starter's process id> <work folder> <relays> <command> [argument ...]

The name of the work folder is the prefix of the server's shared memory. The relays are a JSON object that maps the path of each Unix socket to a port. If it is not empty, the program runs in a new network namespace:
the ports of the server are private, the sockets forward connections to the ports, and the shared memory is private, too. The exit status is the
exit status of the server, or 128 plus the number of the signal that ended the server.
"""

import asyncio
import ctypes
import fcntl
import json
import os
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
SIOCSIFFLAGS = 0x8914
IFF_UP = 1
GRACE_SECONDS = 5


def bring_up_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH22x", b"lo", IFF_UP))


def hide_shared_memory():
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=700", "tmpfs", "/dev/shm"], check=True)


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


def start(command):
    """Start the server, which is killed when this process ends, and return its process id."""
    parent = os.getpid()
    server = os.fork()
    if server == 0:
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == parent:
            os.execvp(command[0], command)
        os._exit(1)
    return server


async def guard(starter, server, relays):
    """Wait until the server ends, and return its exit status. Stop the server if the starter ends or a signal arrives."""
    loop = asyncio.get_running_loop()
    ended = loop.create_future()
    stopping = asyncio.Event()

    def reap():
        for process, status in ended_children():
            if process == server:
                ended.set_result(status)

    loop.add_signal_handler(signal.SIGCHLD, reap)
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopping.set)
    loop.add_reader(starter, stopping.set)
    reap()  # children that ended before the handler was added
    relay_tasks = [asyncio.create_task(relay(path, port)) for path, port in relays.items()]
    stop_task = asyncio.create_task(stopping.wait())
    await asyncio.wait([ended, stop_task], return_when=asyncio.FIRST_COMPLETED)
    loop.remove_reader(starter)
    if not ended.done():
        os.kill(server, signal.SIGINT)  # the server unloads its models
        if not (await asyncio.wait([ended], timeout=GRACE_SECONDS))[0]:
            os.kill(server, signal.SIGKILL)
    for task in (*relay_tasks, stop_task):
        task.cancel()
    return await ended


def ended_children():
    """Yield ended child processes. The kernel reparents the children of the server to this process when the server ends."""
    try:
        while (child := os.waitpid(-1, os.WNOHANG))[0] != 0:
            yield child
    except ChildProcessError:
        pass


def end_descendants():
    """Kill processes of models that have left the process group of the server. They would keep its output open."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    while processes := children.read_text().split():
        for process in processes:
            os.kill(int(process), signal.SIGKILL)
        os.waitpid(int(processes[0]), 0)


starter_id, work_folder, relays, *command = sys.argv[1:]
if relays := json.loads(relays):
    bring_up_loopback()
    hide_shared_memory()
starter = os.pidfd_open(int(starter_id))
ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
os.umask(0o077)  # only this user can read files that models write
signal.signal(signal.SIGINT, signal.SIG_DFL)  # until a handler is added, a signal ends both processes
server = start(command)
status = asyncio.run(guard(starter, server, relays))
end_descendants()
for leftover in Path("/dev/shm").glob(f"{os.path.basename(work_folder)}-*"):
    leftover.unlink(missing_ok=True)
if select.select([starter], [], [], 0)[0]:  # otherwise, the starter removes the folder
    shutil.rmtree(work_folder, ignore_errors=True)
sys.exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
