import { syscallNumbers } from './syscall-numbers.ts'

// Compiles a list of system calls to a seccomp filter: a program in classic BPF that the kernel runs for each call.

export type FilterArchitecture = 'x64' | 'arm64'

export type FilterRules = {
  allowed: readonly string[]
  /** Calls that fail with ENOSYS, so that programs use an older one. All others fail with EPERM. */
  missing?: readonly string[]
  /** Allows clone for threads and processes, but not for new namespaces. */
  threadsOnly?: boolean
}

// Offsets in struct seccomp_data.
const numberOffset = 0
const architectureOffset = 4
const firstArgumentOffset = 16

// Values of linux/audit.h.
const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 }
const columns = { x64: 0, arm64: 1 } as const

// Instructions of linux/filter.h.
const load = 0x20
const jumpIfEqual = 0x15
const jumpIfAnyBit = 0x45
const end = 0x06

// Actions of linux/seccomp.h.
const allow = 0x7fff0000
const kill = 0x80000000
const failWith = (errno: number) => 0x00050000 | errno
const notPermitted = 1
const notImplemented = 38

/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const namespaceFlags =
  0x80 | 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000

type Instruction = [code: number, jumpIfTrue: number, jumpIfFalse: number, value: number]

/** Returns the filter as the kernel reads it: an array of struct sock_filter, little-endian. */
export function compileFilter(architecture: FilterArchitecture, rules: FilterRules): Buffer {
  const numbersOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const numbers = syscallNumbers[name]
      if (!numbers) throw new Error(`Unknown system call: ${name}`)
      return numbers[columns[architecture]] ?? []
    })
  const returnFor = (names: readonly string[], action: number): Instruction[] =>
    numbersOf(names).flatMap((number): Instruction[] => [
      [jumpIfEqual, 0, 1, number],
      [end, 0, 0, action],
    ])
  const program: Instruction[] = [
    [load, 0, 0, architectureOffset],
    [jumpIfEqual, 1, 0, architectures[architecture]],
    [end, 0, 0, kill],
    [load, 0, 0, numberOffset],
    ...(rules.threadsOnly ? checkClone(numbersOf(['clone'])) : []),
    ...returnFor(rules.missing ?? [], failWith(notImplemented)),
    ...returnFor(rules.allowed, allow),
    [end, 0, 0, failWith(notPermitted)],
  ]
  return Buffer.concat(program.map(encode))
}

const checkClone = ([clone = 0]: number[]): Instruction[] => [
  [jumpIfEqual, 0, 4, clone],
  [load, 0, 0, firstArgumentOffset],
  [jumpIfAnyBit, 0, 1, namespaceFlags],
  [end, 0, 0, failWith(notPermitted)],
  [end, 0, 0, allow],
]

function encode([code, jumpIfTrue, jumpIfFalse, value]: Instruction): Buffer {
  const instruction = Buffer.alloc(8)
  instruction.writeUInt16LE(code, 0)
  instruction.writeUInt8(jumpIfTrue, 2)
  instruction.writeUInt8(jumpIfFalse, 3)
  instruction.writeUInt32LE(value >>> 0, 4)
  return instruction
}
