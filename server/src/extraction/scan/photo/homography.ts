export type Point = readonly [x: number, y: number]

/** Corners clockwise from the top left. */
export type Quad = readonly [Point, Point, Point, Point]

/** Projective transformation (a b c d e f g h): x' = (ax + by + c) / (gx + hy + 1), y' = (dx + ey + f) / (gx + hy + 1). */
export type Homography = readonly [number, number, number, number, number, number, number, number]

export function project([a, b, c, d, e, f, g, h]: Homography, x: number, y: number): [number, number] {
  const w = g * x + h * y + 1
  return [(a * x + b * y + c) / w, (d * x + e * y + f) / w]
}

const unknowns = 8
// Pivots below this make the equations unsolvable: three corners on one line.
const minPivot = 1e-9

/** Solves the eight linear equations of four pairs of points by Gaussian elimination with pivoting. */
export function solveHomography(from: Quad, to: Quad): Homography | undefined {
  const rows = from.flatMap(([x, y], n) => {
    const [u, v] = to[n] as Point
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  for (let n = 0; n < unknowns; n++) {
    const rest = rows.slice(n).map((row) => Math.abs(row[n] as number))
    const pivot = n + rest.indexOf(Math.max(...rest))
    const row = rows[pivot] as number[]
    rows[pivot] = rows[n] as number[]
    rows[n] = row
    const divisor = row[n] as number
    if (Math.abs(divisor) < minPivot) return undefined
    for (const other of rows) {
      if (other === row) continue
      const factor = (other[n] as number) / divisor
      for (let k = n; k <= unknowns; k++) other[k] = (other[k] as number) - factor * (row[k] as number)
    }
  }
  return rows.map((row, n) => (row[unknowns] as number) / (row[n] as number)) as unknown as Homography
}
