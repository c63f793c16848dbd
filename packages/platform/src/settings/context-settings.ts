import type { DeepReadonly } from '../parse/deep-readonly.ts'
import { z } from 'zod'
import { loose } from './loose.ts'

const folders = z.array(z.string().min(1))

/** What goes into the context of an agent beside what its entry asks for. */
export type ContextSettings = DeepReadonly<z.infer<typeof ContextSettings>>
export const ContextSettings = loose({
  /** Most tokens of a whole context. */
  budget: z.number().int().min(1).max(10_000_000).default(50_000),
  /** Folders of governance documents (DIPs), relative to the space. */
  documents: folders.default(['.datacore/dips']),
  /** Folders in which specifications are looked for at any depth, relative to the space. */
  specs: folders.default(['.datacore/specs', 'specs', 'docs']),
})
