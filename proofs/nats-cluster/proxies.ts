import { startTcpProxy, type TcpProxy } from '../../dev/faults/tcp-proxy.ts'
import type { Lines } from '../../dev/services/nats-cluster.ts'

type Line = { ends: number[]; proxy: TcpProxy }

/** Our own line between every two nodes, in each direction, and between each node and everybody else. */
export function openLines() {
  const all: Line[] = []
  const draw = async (ends: number[], port: number) => {
    const proxy = await startTcpProxy({ host: '127.0.0.1', port })
    all.push({ ends, proxy })
    return `127.0.0.1:${proxy.port}`
  }
  const touching = (node: number) => all.filter(({ ends }) => ends.includes(node))
  const lines: Lines = {
    route: (from, to, port) => draw([from, to], port),
    client: (node, port) => draw([node], port),
  }
  return {
    lines,
    /** Nothing goes in or out any more, and nobody is told: connections stay open and are silent. */
    cutOff: (node: number) => {
      for (const { proxy } of touching(node)) proxy.blackHole()
    },
    /** As a network comes back: what was in flight is lost, and everybody connects anew. */
    join(node: number) {
      for (const { proxy } of touching(node)) {
        proxy.cut()
        proxy.pass()
      }
    },
    close: () => Promise.all(all.map(({ proxy }) => proxy.close())),
  }
}
