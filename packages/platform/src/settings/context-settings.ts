import { z } from 'zod'

/** What goes into the context of an agent beside what its entry asks for. */
export type ContextSettings = {
  /** Most tokens of a whole context. */
  readonly budget: number
  /** Folders of governance documents (DIPs), relative to the space. */
  readonly documents: readonly string[]
  /** Folders in which specifications are looked for at any depth, relative to the space. */
  readonly specs: readonly string[]
}

const folders = z.array(z.string().min(1))

export const ContextSettings: z.ZodType<ContextSettings> = z.looseObject({
  budget: z.number().int().min(1).max(10_000_000).default(50_000),
  documents: folders.default(['.datacore/dips']),
  specs: folders.default(['.datacore/specs', 'specs', 'docs']),
})
