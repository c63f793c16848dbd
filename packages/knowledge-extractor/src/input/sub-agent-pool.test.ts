import { CodedError } from '@datacortex/errors'
import { expect, test } from 'vitest'
import { type ExtractingAgents, subAgentPool } from './sub-agent-pool.ts'

const { signal } = new AbortController()
const input = (name: string, contentType = 'text/plain') => ({ name, contentType, path: name, bytes: new Uint8Array() })

function pool({ isOwn = true } = {}) {
  const extracted: string[] = []
  const agents: ExtractingAgents = {
    candidates: (contentType) => (contentType === 'image/png' ? [] : ['reader']),
    extract: async ({ name }) => {
      extracted.push(name)
      if (name === 'other') throw new CodedError('SUBAGENT_MISSING', 'Nobody takes it.', {})
      if (name === 'bad') throw new CodedError('LOCKED', 'It is locked.', {})
      const document = { id: '', title: name, text: name, blocks: [], authors: [] }
      return await Promise.resolve({ module: 'reader', extraction: { documents: [document], findings: [] } })
    },
  }
  return { extracted, agents: subAgentPool(agents, { isOwn: () => isOwn, signal }) }
}

test('what is asked about and then extracted is extracted once, and anew another time', async () => {
  const { agents, extracted } = pool()
  const note = input('note')
  expect(await agents.accepts(note)).toBe('reader')
  expect(await agents.extract('reader', note, { signal })).toMatchObject({
    documents: [{ title: 'note' }],
    findings: [],
  })
  expect(await agents.accepts(input('/export', 'inode/directory'))).toBe('reader')
  await agents.extract('reader', input('/export', 'inode/directory'), { signal })
  await agents.extract('reader', input('/export', 'inode/directory'), { signal })
  expect(extracted).toEqual(['note', '/export', '/export'])
})

test('what nobody takes is undefined; why something can not be read is told where it is extracted', async () => {
  const { agents, extracted } = pool()
  expect(await agents.accepts(input('image', 'image/png'))).toBeUndefined()
  expect(await agents.accepts(input('other'))).toBeUndefined()
  const bad = input('bad')
  expect(await agents.accepts(bad)).toBe('reader')
  await expect(agents.extract('reader', bad, { signal })).rejects.toMatchObject({ code: 'LOCKED' })
  expect(extracted).toEqual(['other', 'bad'])
})

test('what a module of somebody else read says so', async () => {
  const { agents } = pool({ isOwn: false })
  expect(await agents.extract('reader', input('note'), { signal })).toMatchObject({
    findings: [{ code: 'MODULE_READ', subject: 'note' }],
  })
})
