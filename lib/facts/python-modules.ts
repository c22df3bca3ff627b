import { compareVersions } from './versions';

/** Modules of the Python standard library: `sys.stdlib_module_names` of Python 3.11, and further modules of 3.8. */
const STANDARD_MODULES = words(`
__future__ abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii binhex bisect
builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent
configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils
doctest dummy_threading email encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch formatter fractions
ftplib functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr
imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma macpath mailbox mailcap marshal
math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator
optparse os ossaudiodev parser pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint
profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter
runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3
sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig
syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace
traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser
winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`);

/** Standard modules that Python 3.12 removed. */
const REMOVED_IN_3_12 = ['asynchat', 'asyncore', 'imp', 'smtpd'];

/** Modules that the Python backend provides to each model. */
const BACKEND_MODULES = ['triton_python_backend_utils', 'c_python_backend_utils'];

/** Whether a module is part of a Python version's standard library, or provided by the Python backend. */
export function isStandardModule(name: string, python: string): boolean {
  if (name.startsWith('_') || BACKEND_MODULES.includes(name)) return true;
  return STANDARD_MODULES.includes(name) && !(REMOVED_IN_3_12.includes(name) && compareVersions(python, '3.12') >= 0);
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}
