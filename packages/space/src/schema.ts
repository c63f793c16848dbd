import { z } from 'zod'

const said = z.string().refine((value) => !value.includes('\0'), { abort: true, error: 'It holds a NUL character.' })
const empty = 'it is empty'
const spoken = said.trim().min(1, empty)

/** A task, a query, the text of a note. */
export const text = spoken.max(1_000_000)

/** What is to be done. That it says nothing is for the operation to tell, which knows what to say instead. */
export const task = said.max(1_000_000).describe('In plain words.')

/** A name, a path, a tag. */
export const name = spoken.max(1000)

export const agent = name.describe('Its id, as find_agents gives it.')
/** A path or an address: spaces at its ends belong to it. */
export const place = said.max(10_000)

/** All of which must hold. */
export const tags = z.array(name).max(100).optional().describe('Only with all of these.')

export const top = z.number().int().min(1).max(1000).optional().describe('How many at the most.')

/** Where somebody may want all. */
export const limit = z.number().int().min(1).optional().describe('How many at the most.')

/** Text as it stands in a note, which may be blank. */
export const written = said.max(1_000_000)

/** Text of a note: what stands before it counts, and what is blank at its end doesn't. */
export const markdown = written.overwrite((value) => value.trimEnd()).min(1, empty)

export const day = z.iso.date({ error: 'it is no day such as 2026-03-01' }).optional()

/** Yes or no; no if left out. */
export function flag(says: string) {
  return z.boolean().optional().describe(says)
}

export const dryRun = flag('Says what would be done, and does nothing.')

/** A path, an address, a figure: kept as it is, spaces and all. */
export const exact = said.min(1, empty).max(10_000)

export const indexed = flag('Whether the index has it at once; yes if left out.')
