import { registerHooks } from 'node:module'

// Loaded with `--import` into code generators, which build files with TypeScript's JavaScript API. The project's TypeScript 7 has
// none, so they get version 5 of this package, wherever npm has installed them.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, specifier === 'typescript' ? { ...context, parentURL: import.meta.url } : context),
})
