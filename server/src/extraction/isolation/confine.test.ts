import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { listConfinements } from './confine.ts'

/** Runs a command where a child would run, behind every confinement that has walls. */
async function inside(command: string) {
  const results = []
  for (const { program, words, uid } of listConfinements('required')) {
    const wall = words.slice(0, words.indexOf('--') + 1)
    results.push(
      await new Promise<string>((resolve) => {
        const as = uid === undefined ? {} : { uid, gid: uid }
        const done = (error: Error | null, output: string) => resolve(error ? 'refused' : output.trim())
        execFile(program, [...wall, '/usr/bin/sh', '-c', command], { ...as, cwd: '/' }, done)
      }),
    )
  }
  return results
}

const all = (result: string) => listConfinements('required').map(() => result)

test.each([
  ['no file of the system', 'cat /etc/passwd'],
  ['no file of ours but its code', `ls ${import.meta.dirname}/../../platform`],
  ['no file of ours to write', `touch ${import.meta.dirname}/more.ts`],
  ['no process of ours', `kill -0 ${process.pid}`],
  ['no room for large files', 'head -c 100000000 /dev/zero > /tmp/large'],
  ['no other user', 'setpriv --reuid=0 true'],
  ['no new namespaces', 'unshare --user true'],
])('a child has %s', async (_, command) => {
  expect(await inside(command)).toEqual(all('refused'))
})

test('a child has no network but one that leads nowhere', async () => {
  expect(await inside(`grep -c ':' /proc/net/dev`)).toEqual(all('1'))
})

test('a child has its code, a little room and the programs it needs', async () => {
  const command = `test -r ${import.meta.dirname}/child.ts && echo 1 > /tmp/small && qpdf --version > /dev/null && tesseract --version > /dev/null && pdftotext -v 2> /dev/null && echo good`
  expect(await inside(command)).toEqual(all('good'))
})

test('where a sandbox is required there is no way without one', () => {
  expect(listConfinements('required').map(({ name }) => name)).not.toContain('none')
  expect(listConfinements('preferred').at(-1)?.name).toBe('none')
})
