import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { InlineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Browsers of the last years: of what is written, nothing needs to be rewritten for them.
const target = ['chrome111', 'firefox114', 'safari16.4']

/** The journey: a page, and files whose names are their content, so that they may be kept for ever. */
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
    // An inlined file would be a data: address, which the policy of the page allows for pictures only.
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
  },
}

/** The console, built as the journey is and with none of its code. */
export const consolePages: InlineConfig = {
  ...journey,
  root: here('console'),
  base: '/console/',
  build: { ...journey.build, outDir: here('dist/console'), assetsDir: 'assets' },
}

/** The journey in a frame of the console. Built apart, so that the journey's own files stay as small as they are. */
export const journeyPreview: InlineConfig = {
  ...journey,
  root: here('journey/preview'),
  base: '/console/journey-preview/',
  build: { ...journey.build, outDir: here('dist/journey-preview'), assetsDir: 'assets' },
}

/** The script that other sites load: one file, a classic script, without any library. */
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
