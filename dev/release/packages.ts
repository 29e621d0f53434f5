/** Folders of the packages that a release publishes to npm. A package comes after the packages it depends on. */
export const publicPackages = ['sdk', 'embed', 'cli'] as const

/** Returns the name of the tarball that `npm pack` writes for a package. */
export const tarballName = ({ name, version }: { name: string; version: string }) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
