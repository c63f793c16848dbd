import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agentSections } from './agent-sections.ts'

test('headings and lines that end in a colon begin sections', () => {
  const body =
    'You know pods.\n\n## When **invoked**\n- Look at `events`\n2. [ ] Read [logs](https://x.y)\n\nPod security:\n* [x] Policies'
  expect(agentSections(body)).toEqual([
    { heading: '', items: ['You know pods.'] },
    { heading: 'When invoked', items: ['Look at events', 'Read logs'] },
    { heading: 'Pod security', items: ['Policies'] },
  ])
})

test('code, tables, rules and lone tags are left out', () => {
  const body = '# Use\n```yaml\n# no heading\nkind: Pod\n```\n| a | b |\n---\n<example>\n~~~\nhidden\n~~~\nshown'
  expect(agentSections(body)).toEqual([{ heading: 'Use', items: ['shown'] }])
})

test('headings without lines are no sections', () => {
  expect(agentSections('# One\n## Two\ntext\n# Three')).toEqual([{ heading: 'Two', items: ['text'] }])
  expect(agentSections('')).toEqual([])
})

test('line ends of Windows make no difference, and any text is taken', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('# h', 'Label:', '- item', 'text', '```', '', '| t |')), (lines) => {
      const sections = agentSections(lines.join('\n'))
      expect(agentSections(lines.join('\r\n'))).toEqual(sections)
      for (const { items } of sections) expect(items).not.toContain('')
    }),
  )
})
