import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  root: here('.'),
  plugins: [react()],
  build: {
    target: 'es2022',
    outDir: here('dist'),
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { react: here('react.html'), plain: here('plain.html') } },
  },
})
