/** Folders of the packages that customers install beside each other. A package comes after the packages it depends on. */
export const publicPackages = ['sdk', 'embed', 'cli'] as const

/**
 * Folders of the packages that a release publishes to npm. `payproof-sandbox` contains the built pages, so
 * `npm run build` comes first; payproof-sandbox/test installs it.
 */
export const releasedPackages = [...publicPackages, 'payproof-sandbox'] as const

/** Returns the name of the tarball that `npm pack` writes for a package. */
export const tarballName = ({ name, version }: { name: string; version: string }) =>
  `${name.replace('@', '').replace('/', '-')}-${version}.tgz`
