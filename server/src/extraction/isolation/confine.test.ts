import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Confinement, listConfinements } from './confine.ts'
import { compileFilter } from './seccomp/compile.ts'
import { allowedCalls, compileReaderFilter } from './seccomp/reader-filter.ts'
import { syscallNumbers } from './seccomp/syscall-numbers.ts'

/** Runs a shell command in every sandbox that a child may use. */
async function runConfined(command: string) {
  const results = []
  for (const confinement of listConfinements('required')) results.push(await runIn(confinement, command))
  return results
}

async function runIn({ program, args, uid, filter }: Confinement, command: string) {
  const sandboxArgs = args.slice(0, args.indexOf('--') + 1)
  const child = spawn(program, [...sandboxArgs, '/usr/bin/sh', '-c', command], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  const [, stdout, , , filterInput] = child.stdio as unknown as [null, Readable, null, null, Writable]
  filterInput.on('error', () => undefined).end(filter)
  const [output, [code]] = await Promise.all([text(stdout), once(child, 'exit')])
  return code === 0 ? output.trim() : 'refused'
}

const forAll = (result: string) => listConfinements('required').map(() => result)

test.each([
  ['the files of the system', 'cat /etc/passwd'],
  ['service files other than its own code', `ls ${import.meta.dirname}/../../platform`],
  ['write access to its own code', `touch ${import.meta.dirname}/more.ts`],
  ['processes of the service', `kill -0 ${process.pid}`],
  ['space for large files', 'head -c 100000000 /dev/zero > /tmp/large'],
  ['other user ids', 'setpriv --reuid=0 true'],
  ['new namespaces', 'unshare --user true'],
])('denies the child %s', async (_, command) => {
  expect(await runConfined(command)).toEqual(forAll('refused'))
})

test('gives the child no network interface except loopback', async () => {
  expect(await runConfined(`grep -c ':' /proc/net/dev`)).toEqual(forAll('1'))
})

test('gives the child its code, a small /tmp and the programs it needs', async () => {
  const command = `test -r ${import.meta.dirname}/child.ts && echo 1 > /tmp/small && qpdf --version > /dev/null && tesseract --version > /dev/null && pdftotext -v 2> /dev/null && echo good`
  expect(await runConfined(command)).toEqual(forAll('good'))
})

const forbidden = [
  'io_uring_setup',
  'mount',
  'ptrace',
  'bpf',
  'keyctl',
  'unshare',
  'userfaultfd',
  'perf_event_open',
  'socket',
  'process_vm_readv',
]

const numberOf = (name: string) => syscallNumbers[name]?.[process.arch === 'arm64' ? 1 : 0]

test('finding 20: forbidden system calls fail, and others work', async () => {
  const call = (name: string) => `print syscall(${numberOf(name)}, 0, 0, 0, 0, 0) < 0 ? $!+0 : 0, " ";`
  const calls = [...forbidden, 'clone3', 'getpid'].map(call).join('')
  // 1 is EPERM. 38 is ENOSYS, after which programs use clone, whose flags are checked.
  const expected = [...forbidden.map(() => '1'), '38', '0'].join(' ')
  expect(await runConfined(`perl -e '${calls}'`)).toEqual(forAll(expected))
})

test('finding 20: clone makes processes, but no namespaces', async () => {
  const newUserNamespace = 0x10000000
  const command = `perl -e 'print syscall(${numberOf('clone')}, ${newUserNamespace} | 17, 0, 0, 0, 0) < 0 ? $!+0 : 0'`
  expect(await runConfined(command)).toEqual(forAll('1'))
  expect(await runConfined('(echo forked)')).toEqual(forAll('forked'))
})

test('compiles filters for both architectures, and refuses unknown names', () => {
  const [x64, arm64] = [compileReaderFilter('x64'), compileReaderFilter('arm64')]
  expect(x64?.length).toBeGreaterThan(allowedCalls.length * 16)
  // aarch64 has no open, stat, fork and other old calls.
  expect(arm64?.length).toBeLessThan(x64?.length ?? 0)
  expect(x64?.readUInt32LE(12)).toBe(0xc000003e)
  expect(arm64?.readUInt32LE(12)).toBe(0xc00000b7)
  expect(compileReaderFilter('riscv64')).toBeUndefined()
  expect(() => compileFilter('x64', { allowed: ['no_such_call'] })).toThrow('no_such_call')
})

test('never runs unconfined if a sandbox is required', () => {
  expect(listConfinements('required').map(({ name }) => name)).not.toContain('none')
  expect(listConfinements('preferred').at(-1)?.name).toBe('none')
})
