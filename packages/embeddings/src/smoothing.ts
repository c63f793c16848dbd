/**
 * By the layer normalisation that a linear layer reads from: the factor of each channel by which the activation is
 * divided before it is rounded, and the weights are multiplied. Channels that are always large would leave few steps to
 * the others.
 *
 * @see https://arxiv.org/abs/2211.10438
 */
export type Smoothing = Readonly<Record<string, Float32Array>>

/** Reads a table of smoothing, which `measure-smoothing.ts` makes. */
export function parseSmoothing(text: string): Smoothing {
  const table = JSON.parse(text) as Readonly<Record<string, string>>
  return Object.fromEntries(
    Object.entries(table).map(([name, digits]) => [
      name,
      Float32Array.from(digits, (digit) => factorOf(Number(digit))),
    ]),
  )
}

/** Of whole powers only, so that it is the same number on every machine. */
function factorOf(halves: number): number {
  return 2 ** Math.floor(halves / 2) * (halves % 2 === 0 ? 1 : Math.SQRT2)
}
