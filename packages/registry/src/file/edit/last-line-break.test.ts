import { expect, test } from 'vitest'
import { parseRegistry } from '../read/parse-registry.ts'
import { copyView } from '../registry-view.ts'
import { createEditor, type RegistryEditor } from './create-editor.ts'
import { writeView } from './write-view.ts'

const file = 'agents.yaml'

function edited(text: string, edit: (editor: RegistryEditor) => unknown): string {
  const { document, registry, view: before } = parseRegistry(text, { file })
  const after = copyView(before)
  edit(createEditor(registry, after))
  return writeView({ text, document, before, file }, after)
}

test.each(['\n', '\r\n'])('a file without a line break at its end stays so: lines end in %j', (eol) => {
  const lines = ['agents:', '  writer:', '    name: Writer', '    description: Writes', '    skills: []']
  const updated = (given: string): string =>
    edited(given, (editor) => {
      const entry = editor.get('writer')
      if (entry !== undefined) editor.setAgent('writer', { ...entry, version: '1.2.0' })
    })
  expect(updated(lines.join(eol))).toBe([...lines, '    version: 1.2.0'].join(eol))
  const block = [...lines.slice(0, 3), '    skills: []', '    description: |', '      Writes'].join(eol)
  expect(updated(block)).toMatch(/version: 1\.2\.0$/)
})

test('a value that would lose its line break keeps it', () => {
  const entry = { name: 'Writer', description: 'Writes\n', skills: [] }
  const before = 'agents:\n  writer: {name: Writer, skills: []}'
  expect(edited(`${before}\n`, (editor) => editor.setAgent('poet', entry))).toMatch(/\n$/)
  const after = edited(before, (editor) => editor.setAgent('poet', entry))
  expect(parseRegistry(after, { file }).registry.agents.get('poet')?.entry.description).toBe('Writes\n')
})
