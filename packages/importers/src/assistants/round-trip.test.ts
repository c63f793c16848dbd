import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentEntry } from '@datacortex/registry'
import { agentId } from '../collect/agent-id.ts'
import { readAgentFile } from '../formats/read-agent-file.ts'
import { assistants, assistantFile } from './assistant-file.ts'

const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim())
  .filter((text) => text !== '')
const slug = fc.stringMatching(/^[a-z]{2,8}(?:-[a-z]{2,8}){0,2}$/).filter((id) => agentId(id) === id)
const prompt = fc.array(line, { minLength: 1, maxLength: 5 }).map((lines) => lines.join('\n\n'))

test.each(assistants)('whatever an agent says is read back from %s, but for what is named as lost', (assistant) => {
  const property = fc.property(slug, line, prompt, fc.boolean(), (id, description, body, isOwn) => {
    const skills = [{ id, name: id, description, tags: [id] }]
    const own = isOwn ? { format: assistant, runtime: { model: 'small' } } : {}
    const entry: AgentEntry = { name: id, description, skills, ...own }
    const file = assistantFile({ id, module: undefined, entry }, { assistant, prompt: body })
    const path = file?.path ?? ''
    const reading = readAgentFile(file?.text ?? '', { format: assistant, path })
    expect(reading).toMatchObject({ skipped: [], findings: [] })
    const [again] = reading.agents
    // Examples are found in the description: an import makes them of it.
    const { triggers: _, ...read } = again?.entry ?? {}
    expect({ ...again, entry: read }).toEqual({ id, path, body: body.trim(), entry: { ...entry, format: assistant } })
    expect(file?.lost).toEqual([])
  })
  fc.assert(property, { numRuns: 60 })
})
