import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DockerfileParser } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8')
const text = read('Dockerfile')
const file = DockerfileParser.parse(text)
const stages = file.getFROMs().map((from) => from.getBuildStage())
const argumentsOf = (keyword: string) =>
  file
    .getInstructions()
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent() ?? '')

test('the Dockerfile passes the linter', () => {
  expect(validate(text)).toEqual([])
})

test('the base image is a build argument at the exact Node version that the project pins', () => {
  const { devDependencies } = JSON.parse(read('../package.json'))
  // A release adds the digest behind the tag.
  const [argument = '', ...others] = argumentsOf('ARG')
  expect(others).toEqual([])
  expect(argument.split('@')[0]).toBe(`NODE=docker.io/library/node:${devDependencies.node}-bookworm-slim`)
  const bases = file.getFROMs().map((from) => from.getImage())
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as Docker writes it.
  for (const base of bases) expect(['${NODE}', ...stages]).toContain(base)
})

test('images run as an unprivileged user and have a health check', () => {
  for (const stage of ['service', 'reader', 'browser', 'sandbox']) {
    const from = file.getFROMs().find((one) => one.getBuildStage() === stage)
    const range = file.getContainingImage(from?.getRange().start as never)
    const users = range?.getInstructions().filter((one) => one.getKeyword() === 'USER') ?? []
    expect(users.at(-1)?.getArgumentsContent(), stage).toBe('10001:10001')
  }
  // The browser has a socket instead of a port.
  expect(file.getHEALTHCHECKs()).toHaveLength(2)
})

test('every package.json of the workspaces is copied before npm ci', () => {
  const { workspaces } = JSON.parse(read('../package.json')) as { workspaces: string[] }
  const copied = argumentsOf('COPY')
  for (const folder of workspaces) expect(copied).toContain(`${folder}/package.json ${folder}/`)
})

test('the image of the development container passes the linter and has the pinned Node', () => {
  const workspace = read('../.devcontainer/Dockerfile')
  expect(validate(workspace)).toEqual([])
  const { devDependencies } = JSON.parse(read('../package.json'))
  const [from] = DockerfileParser.parse(workspace).getFROMs()
  expect(from?.getImage()).toBe(`docker.io/library/node:${devDependencies.node}-bookworm`)
})

test('the sandbox image starts the same program as npx, and keeps its data in a volume', () => {
  expect(argumentsOf('ENTRYPOINT').at(-1)).toMatch(/"payproof-sandbox\/src\/main\.ts", "--data", "\/data"/)
  expect(argumentsOf('VOLUME')).toEqual(['["/data"]'])
})

test('the Kubernetes manifests use stages of this Dockerfile', () => {
  const { images } = parse(read('kubernetes/kustomization.yaml')) as { images: { name: string }[] }
  for (const { name } of images) expect(stages).toContain(name.replace('payproof/', ''))
})
