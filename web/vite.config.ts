import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Only recent browsers are supported, so nothing is transpiled.
const target = ['chrome111', 'firefox114', 'safari16.4']

const page = {
  configFile: false,
  plugins: [react()],
  logLevel: 'warn',
  build: {
    target,
    emptyOutDir: true,
    // An inlined asset would be a data: URL, which the CSP allows only for images.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
} satisfies InlineConfig

// One file for all modules of the first view. Otherwise each module that a later screen shares with it would be a file
// and a request of its own.
const firstView = {
  name: 'first-view',
  tags: ['$initial' as const],
  // The entry keeps its own file, because `build.ts` starts from it to add up the size of the first view.
  test: (id: string) => !/\/(main\.tsx|index\.html)$/.test(id),
}

// The journey uses Preact in place of React, which halves its first script. Its code imports React's own names.
const preact = {
  alias: [
    { find: 'react/jsx-runtime', replacement: 'preact/jsx-runtime' },
    { find: 'react-dom/client', replacement: 'preact/compat/client' },
    { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  ],
}

/** The journey: one page, with content-hashed assets that are cached forever. */
export const journey: InlineConfig = {
  ...page,
  resolve: preact,
  root: here('journey'),
  base: '/',
  build: {
    ...page.build,
    outDir: here('dist/journey'),
    assetsDir: 'journey-assets',
    rolldownOptions: { output: { codeSplitting: { groups: [firstView] } } },
  },
}

/** The console, built like the journey but without sharing code with it. */
export const consolePages: InlineConfig = {
  ...page,
  root: here('console'),
  base: '/console/',
  build: { ...page.build, outDir: here('dist/console'), assetsDir: 'assets' },
}

/**
 * The journey for the console's preview frame. It is a separate build, so that the journey's own files stay small.
 */
export const journeyPreview: InlineConfig = {
  ...page,
  resolve: preact,
  root: here('journey/preview'),
  base: '/console/journey-preview/',
  build: { ...page.build, outDir: here('dist/journey-preview'), assetsDir: 'assets' },
}

/** The public page that verifies a report in the browser. */
export const verifyPage: InlineConfig = {
  ...page,
  root: here('verify'),
  base: '/verify-report/',
  build: { ...page.build, outDir: here('dist/verify'), assetsDir: 'assets' },
}

/** The embedding script: one classic script without libraries. */
export const embed: InlineConfig = {
  configFile: false,
  root: here('../embed'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    target,
    outDir: here('dist'),
    emptyOutDir: false,
    lib: {
      entry: here('../embed/src/journey.ts'),
      formats: ['iife'],
      name: 'Payproof',
      fileName: () => 'journey.js',
    },
  },
}
