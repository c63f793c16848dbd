import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { execution } from './__fixtures__/execution.ts'
import { logNames, logSpace, logText, writeLog } from './__fixtures__/log-space.ts'
import { appendToLog } from './append-to-log.ts'
import { logFiles } from './log-files.ts'
import { readLog } from './read-log.ts'

test.each([
  ['a list in brackets', 'version: 1\nexecutions: [{id: a, agent_id: b, status: success, timestamp: x}]\n'],
  [
    'a list over several lines in brackets',
    'executions: [\n  {id: a, agent_id: b, status: success, timestamp: x}\n  ]\n',
  ],
  ['two documents', 'executions:\n  - {id: a, agent_id: b, status: success, timestamp: x}\n---\nb: 1\n'],
  ['a list at the top', '- {id: a}\n'],
])('sets %s aside whole', async (_name, text) => {
  const paths = await logSpace(text)
  await appendToLog(paths, { executions: [execution('new-1')] })
  const [older = '', ...others] = await logNames(paths)
  expect(older).toMatch(/^execution_log\.000001(?:\.damaged)?\.yaml$/)
  expect(others).toEqual(['execution_log.yaml'])
  expect(await readFile(join(paths.stateDirectory, older), 'utf8')).toBe(text)
  expect((await readLog(paths)).executions[0]?.id).toBe('new-1')
})

test('a damaged part is set aside as it is, and all entries that can be told apart are still read', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one'), execution('two'), execution('three')] })
  const damaged = (await logText(paths))
    .replace('id: "two"', 'id: "two')
    .replace('last_sync: null', 'last_sync: "2025"')
  await writeLog(paths, damaged)
  const read = await readLog(paths)
  expect(read.executions.map(({ id }) => id)).toEqual(['three', 'one'])

  await appendToLog(paths, { executions: [execution('four')] })
  expect(await logNames(paths)).toEqual(['execution_log.000001.damaged.yaml', 'execution_log.yaml'])
  expect(await readFile(join(paths.stateDirectory, 'execution_log.000001.damaged.yaml'), 'utf8')).toBe(damaged)
  expect(await logText(paths)).toContain('last_sync: "2025"\n')
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(['four', 'three', 'one'])
  expect(findings.map(({ code, message }) => ({ code, message }))).toMatchInlineSnapshot(`
    [
      {
        "code": "EXECUTION_LOG_DAMAGED",
        "message": "The execution log execution_log.000001.damaged.yaml is no valid YAML: line 16, missing closing "quote. 2 entries were read from it all the same; one entry could not be read.",
      },
    ]
  `)
})

test.each([
  ['marks of a merge', (text: string) => text.replace('  - id: "two"', '<<<<<<< HEAD\n  - id: "two"\n=======')],
  ['a cut end', (text: string) => text.slice(0, text.indexOf('status: "success"', text.indexOf('"three"')) + 12)],
])('after %s nothing whole is lost', async (_name, damage) => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one'), execution('two'), execution('three')] })
  await writeLog(paths, damage(await logText(paths)))
  await appendToLog(paths, { executions: [execution('four')] })
  const { executions, findings } = await readLog(paths)
  expect(executions.map(({ id }) => id)).toEqual(expect.arrayContaining(['one', 'two', 'four']))
  expect(findings.map(({ code }) => code)).toContain('EXECUTION_LOG_DAMAGED')
  await expect(appendToLog(paths, { executions: [execution('two')] })).rejects.toMatchObject({
    code: 'EXECUTION_ID_TAKEN',
  })
})

test.each([
  ['\n', ''],
  ['\r\n', ''],
  ['\r\n', '  '],
  ['\r', ''],
])('with line ends %j and items behind %j one slip costs one entry', async (lineEnd, indent) => {
  const fields = ['agent_id: writer', 'status: success', "timestamp: '2025-12-21T10:15:32Z'"]
  const item = (id: string): readonly string[] => [
    `${indent}- id: ${id}`,
    ...fields.map((field) => `${indent}  ${field}`),
  ]
  const lines = ['version: 1', 'executions:', ...item('one'), ...item('"two'), ...item('three'), '']
  const { executions, findings } = await readLog(await logSpace(lines.join(lineEnd)))
  expect(executions.map(({ id }) => id)).toEqual(['three', 'one'])
  expect(findings[0]?.message).toContain('one entry could not be read')
})

test('the ids of a damaged part that a person mended are taken', async () => {
  const paths = await logSpace()
  await appendToLog(paths, { executions: [execution('one'), execution('two')] })
  const whole = await logText(paths)
  await writeLog(paths, whole.replace('id: "two"', 'id: "two'))
  await appendToLog(paths, { executions: [execution('three')] })
  await writeFile(join(paths.stateDirectory, 'execution_log.000001.damaged.yaml'), whole)
  await expect(appendToLog(paths, { executions: [execution('two')] })).rejects.toMatchObject({
    code: 'EXECUTION_ID_TAKEN',
  })
})

test('a file that is no text is set aside; one that may not be read stops the append', async () => {
  const paths = await logSpace()
  await writeLog(paths, 'a\u0000b')
  await appendToLog(paths, { executions: [execution('one')] })
  expect(await logNames(paths)).toEqual(['execution_log.000001.damaged.yaml', 'execution_log.yaml'])
  expect((await readLog(paths)).findings.map(({ code }) => code)).toEqual(['EXECUTION_LOG_PART_UNREADABLE'])

  await rm(logFiles(paths).active)
  await mkdir(logFiles(paths).active)
  await expect(appendToLog(paths, { executions: [execution('two')] })).rejects.toMatchObject({
    code: 'EXECUTION_LOG_UNREADABLE',
  })
})

const fields = ['agent_id: writer', 'status: success', "timestamp: '2025-12-21T10:15:32Z'"]
const written = (ids: readonly string[]): string => {
  const items = ids.flatMap((id) => [
    `  - id: ${id}`,
    ...fields.map((field) => `    ${field}`),
    '    outputs:',
    '      - path: a.md',
    '        type: note',
  ])
  return ['version: 1', 'executions:', ...items, ''].join('\n')
}

test.each([2, 4, 8])('tabs in the place of each %d leading blanks cost nothing', async (width) => {
  const text = written(['one', 'two', 'three']).replaceAll(/^ +/gm, (blanks) =>
    blanks.replaceAll(' '.repeat(width), '\t'),
  )
  expect(text).toContain('\t')
  const { executions, findings } = await readLog(await logSpace(text))
  expect(executions.map(({ id }) => id)).toEqual(['three', 'two', 'one'])
  expect(executions[0]?.outputs).toEqual([{ path: 'a.md', type: 'note' }])
  expect(findings[0]?.message).toContain('3 entries were read from it all the same.')
})

test('of entries with tabs that nobody can read it is said how many there are', async () => {
  const text = written(['"one', '"two', '"three']).replaceAll('  ', '\t')
  const { findings } = await readLog(await logSpace(text))
  expect(findings[0]?.message).toContain('0 entries were read from it all the same; 3 entries could not be read.')
})

test('a file without keys is set aside as a damaged one', async () => {
  const paths = await logSpace('- {id: a}\n')
  await appendToLog(paths, { executions: [execution('new-1')] })
  expect(await logNames(paths)).toEqual(['execution_log.000001.damaged.yaml', 'execution_log.yaml'])
})
