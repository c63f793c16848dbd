import { z } from 'zod'
import type { AgentEntry } from './agent-entry.ts'
import { fieldRows, isField } from './agent-fields.ts'

const required: readonly string[] = ['name', 'description', 'skills'] satisfies (keyof AgentEntry)[]

/** The strict form of an entry, as it is written. Keys of no specification are refused but for those with `x-`. */
export const AgentEntrySchema: z.ZodType<AgentEntry> = z.lazy(
  () =>
    z
      .object(
        Object.fromEntries(
          fieldRows.map(([name, { schema }]) => [name, required.includes(name) ? schema() : schema().optional()]),
        ),
      )
      .catchall(z.unknown())
      .superRefine((entry, context) => {
        for (const key of Object.keys(entry)) {
          if (isField(key) || key.startsWith('x-')) continue
          context.addIssue({
            code: 'custom',
            path: [key],
            message: 'is no field of an entry (own fields begin with "x-")',
          })
        }
      }) as unknown as z.ZodType<AgentEntry>,
)
