import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Recent browsers only, so nothing is transpiled.
const target = ['chrome111', 'firefox114', 'safari16.4']

/** The journey: one page, with content-hashed assets that are cached forever. */
export const journey: InlineConfig = {
  configFile: false,
  root: here('journey'),
  base: '/',
  plugins: [react()],
  logLevel: 'warn',
  build: {
    target,
    outDir: here('dist/journey'),
    emptyOutDir: true,
    assetsDir: 'journey-assets',
    // An inlined asset would be a data: URL, which the CSP allows for images only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
}

/** The console, built like the journey and sharing none of its code. */
export const consolePages: InlineConfig = {
  ...journey,
  root: here('console'),
  base: '/console/',
  build: { ...journey.build, outDir: here('dist/console'), assetsDir: 'assets' },
}

/**
 * The journey for the console's preview frame. A separate build, so that the journey's own files stay small.
 */
export const journeyPreview: InlineConfig = {
  ...journey,
  root: here('journey/preview'),
  base: '/console/journey-preview/',
  build: { ...journey.build, outDir: here('dist/journey-preview'), assetsDir: 'assets' },
}

/** The embedding script: one classic script without libraries. */
export const embed: InlineConfig = {
  configFile: false,
  root: here('embed'),
  logLevel: 'warn',
  publicDir: false,
  build: {
    target,
    outDir: here('dist'),
    emptyOutDir: false,
    lib: {
      entry: here('embed/journey.ts'),
      formats: ['iife'],
      name: 'Payproof',
      fileName: () => 'journey.js',
    },
  },
}
