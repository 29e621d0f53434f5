import { prepareEnvironment } from '../../dev/virtual-environment.ts'

/** Returns the folder of the programs of an environment with the packages of requirements-test.txt. */
export const preparePython = (python?: string): Promise<string> =>
  prepareEnvironment({
    name: 'python-sdk',
    requirements: 'python/requirements-test.txt',
    modules: ['pytest', 'httpx', 'cryptography', 'mypy', 'ruff'],
    python,
  })
