import { z } from 'zod'
import { loose } from './loose.ts'

const pattern = z.string().superRefine((text, context) => {
  const problem = patternProblem(text)
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem })
})

export const IndexSettings = loose({
  /** Names of files and folders, or with a `/` paths relative to the space; a folder stands for everything in it. */
  ignore: z.array(pattern).default([]),
  /** Whether what Obsidian excludes, and its templates, stay out too. */
  obsidian_exclusions: z.boolean().default(true),
})

/** Patterns that can match nothing would leave nothing out, and nobody would notice. */
function patternProblem(text: string): string | undefined {
  if (/^[\s/]*$/.test(text)) return 'the pattern is empty'
  if (text.startsWith('!')) return 'a pattern that begins with "!" takes nothing in again: name what is to stay out'
  if (/^(?:~|[a-z]:)/i.test(text) || text.includes('\\'))
    return 'the pattern must be relative to the space, with "/" between the parts'
  return text.split('/').includes('..') ? 'the pattern leaves the space' : undefined
}
