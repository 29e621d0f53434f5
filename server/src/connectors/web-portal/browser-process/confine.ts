import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createNamespaceArgs } from '../../../extraction/isolation/confine.ts'

/** How Chromium is sandboxed, so that a website that takes it over reaches nothing else. */
export type BrowserConfinement = {
  name: 'two-sandboxes' | 'namespaces' | 'none'
  program: string
  args: string[]
  /** User id of the processes; set only if the service runs as root. */
  uid?: number
}

export type SandboxMode = 'required' | 'preferred'

// An unassigned user id. It owns no files, and no other process uses it.
const browserUid = 64_935
const tmpBytes = 512 * 1_048_576
const inside = fileURLToPath(new URL('./inside.ts', import.meta.url))
const packageJsons = ['../../../../package.json', '../../../../../package.json'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

const chromiumArgs = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-sync',
  '--disable-features=DestroyProfileOnBrowserClose,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,ThirdPartyStoragePartitioning',
  '--metrics-recording-only',
  '--mute-audio',
  '--no-first-run',
  '--no-default-browser-check',
  '--dns-prefetch-disable',
  '--no-pings',
  '--password-store=basic',
  // WebRTC would bypass the proxy.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-dev-shm-usage',
  // The tabs of one visit share a renderer process. Different visits do not.
  '--process-per-site',
]

/**
 * Lists the sandboxes from the strongest to none. In the first, Chromium's own sandbox separates websites from each
 * other, and bubblewrap separates Chromium from everything else. Some kernels and containers forbid the nested
 * namespaces that this needs. `folder` holds the sockets of the visits' proxies.
 */
export function listBrowserConfinements(
  mode: SandboxMode,
  { executablePath, folder }: { executablePath: string; folder: string },
): BrowserConfinement[] {
  const isRoot = process.getuid?.() === 0
  const node = realpathSync(process.execPath)
  const command = (proxies: string, args: string[]) => [node, inside, proxies, executablePath, ...args]
  const readable = [node, inside, ...packageJsons]
  const bubblewrap = (allowNested: boolean) => [
    'bwrap',
    ...createNamespaceArgs({ uid: browserUid, hostname: 'browser', tmpBytes, allowNested }),
    ...readable.flatMap((path) => ['--ro-bind', path, path]),
    '--bind',
    folder,
    '/visits',
    '--',
  ]
  const profile = '--user-data-dir=/tmp/profile'
  const as = isRoot ? { uid: browserUid } : {}
  const limits = ['--core=0', ...(isRoot ? ['--nproc=2048'] : [])]
  const confinements: BrowserConfinement[] = [
    {
      name: 'two-sandboxes',
      program: 'prlimit',
      args: [...limits, ...bubblewrap(true), ...command('/visits', [...chromiumArgs, profile])],
      ...as,
    },
    {
      name: 'namespaces',
      program: 'prlimit',
      args: [
        ...limits,
        ...bubblewrap(false),
        ...command('/visits', [...chromiumArgs, profile, '--no-sandbox']),
      ],
      ...as,
    },
    {
      name: 'none',
      program: 'prlimit',
      args: [
        '--core=0',
        ...command(folder, [...chromiumArgs, `--user-data-dir=${folder}/profile`, '--no-sandbox']),
      ],
    },
  ]
  return confinements.filter(({ name }) => mode === 'preferred' || name !== 'none')
}
