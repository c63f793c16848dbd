import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentId } from './agent-id.ts'

test.each([
  ['code-reviewer', 'code-reviewer'],
  ['powershell-5.1-expert', 'powershell-5.1-expert'],
  ['dotnet-framework-4.8-expert', 'dotnet-framework-4.8-expert'],
  ['Code Reviewer', 'code-reviewer'],
  ['CodeReviewer', 'code-reviewer'],
  ['pr_reviewer', 'pr-reviewer'],
  ['  --A & B!!  ', 'a-b'],
  ['Prüfer für Öl', 'prufer-fur-ol'],
  ['代码 审查', '代码-审查'],
  ['../../etc/passwd', 'etc-passwd'],
  ['v1..2', 'v1.2'],
  ['User', 'user-agent'],
])('%s becomes %s', (name, id) => {
  expect(agentId(name)).toBe(id)
})

test.each(['', ' ', '---', '🚢', '..'])('%j gives no id', (name) => {
  expect(agentId(name)).toBeUndefined()
})

test('any text gives an id that is safe in paths and gives itself again, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const id = agentId(name)
      if (id === undefined) return
      expect(id).toMatch(/^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u)
      expect(id).not.toContain('..')
      expect(id.length).toBeLessThanOrEqual(256)
      expect(agentId(id)).toBe(id)
    }),
    { numRuns: 2000 },
  )
})
