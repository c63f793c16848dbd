export type OutputBufferOptions = {
  readonly maxBytes: number
  /** Which end is kept if there is too much; `start` if absent. */
  readonly keep?: 'start' | 'end' | undefined
  readonly onText?: ((text: string) => void) | undefined
}

/** Output of a program within a limit: however much comes, the memory it takes stays the same. */
export class OutputBuffer {
  /** Bytes that came, also those that were not kept. */
  sizeBytes = 0
  readonly #options: OutputBufferOptions
  readonly #decoder = new TextDecoder()
  #chunks: Buffer[] = []
  #keptBytes = 0

  constructor(options: OutputBufferOptions) {
    this.#options = options
  }

  get isFull(): boolean {
    return this.sizeBytes > this.#options.maxBytes
  }

  /** Where the limit cut what was kept. */
  get cut(): 'start' | 'end' | undefined {
    if (!this.isFull) return undefined
    return this.#options.keep === 'end' ? 'start' : 'end'
  }

  /** Takes a chunk. @returns False once nothing more is wanted. */
  add(chunk: Buffer): boolean {
    const { maxBytes, keep = 'start', onText } = this.#options
    this.sizeBytes += chunk.length
    const kept = keep === 'end' ? chunk : chunk.subarray(0, maxBytes - this.#keptBytes)
    this.#chunks.push(kept)
    this.#keptBytes += kept.length
    if (keep === 'end' && this.#keptBytes > 2 * maxBytes) this.#shorten()
    const text = onText === undefined ? '' : this.#decoder.decode(kept, { stream: true })
    if (text !== '') onText?.(text)
    return keep === 'end' || !this.isFull
  }

  /** What was kept; bytes that are no UTF-8 become U+FFFD, a character that the limit cut is left out. */
  text(): string {
    this.#shorten()
    const bytes = Buffer.concat(this.#chunks)
    const text = new TextDecoder().decode(bytes, { stream: this.cut === 'end' })
    return this.cut === 'start' ? text.replace(/^\uFFFD{1,3}/, '') : text
  }

  #shorten(): void {
    const { maxBytes, keep } = this.#options
    if (keep !== 'end' || this.#keptBytes <= maxBytes) return
    const bytes = Buffer.concat(this.#chunks)
    this.#chunks = [bytes.subarray(bytes.length - maxBytes)]
    this.#keptBytes = maxBytes
  }
}
