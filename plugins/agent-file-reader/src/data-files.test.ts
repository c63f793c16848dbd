import { describe, expect, test } from 'vitest'
import { documentOf, extraction, file } from './__fixtures__/extract.ts'

describe('tables and data', () => {
  test('CSV with semicolons becomes a table', async () => {
    const { text } = await documentOf(
      file('text/csv', 'ports.csv', 'port;height\nCuxhaven;3,3\n"Saint | Malo";"12\n2"\n'),
    )
    expect(text).toBe('| port | height |\n| --- | --- |\n| Cuxhaven | 3,3 |\n| Saint \\| Malo | 12 2 |')
  })

  test('tables and data say what they are', async () => {
    const said = async (type: string, content: string): Promise<string | undefined> =>
      (await documentOf(file(type, 'a', content))).description
    expect(await said('text/csv', 'name,lit\nNorth,1881\nSouth,1902\n')).toBe(
      'Table of 2 rows with the columns name and lit.',
    )
    expect(await said('text/csv', 'a,b,c,d,e,f,g,h,i,j\n1,2,3,4,5,6,7,8,9,10\n')).toBe(
      'Table of 1 row with the columns a, b, c, d, e, f, g, h and 2 more.',
    )
    expect(await said('application/json', '[{"a":1,"b":["x"]},{"a":2,"c":[]},3]')).toBe(
      'JSON list of 3 entries with a, b and c.',
    )
    expect(await said('application/json', '{"name":"Lamp","parts":[]}')).toBe('JSON object with name and parts.')
    expect(await said('application/x-ndjson', '{"a":1}\n')).toBe('JSON list of 1 entry with a.')
    expect(await said('application/json', '5')).toBe('One JSON value.')
  })

  test('what is called JSON and was read as text is told', async () => {
    const codes = async (name: string): Promise<readonly string[]> =>
      (await extraction(file('text/plain', name, '{"a":'))).findings.map(({ code }) => code)
    expect(await codes('a.json')).toEqual(['FILE_READ_AS_TEXT'])
    expect(await codes('a.txt')).toEqual([])
  })

  test('what limits leave out is counted', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => `${index},b,c`).join('\n')
    const { documents, findings } = await extraction(file('text/csv', 'a.csv', `a,b,c\n${rows}\n`), {
      max_rows: 10,
      max_columns: 2,
    })
    expect(documents[0]?.text.split('\n')).toHaveLength(12)
    expect(findings.map(({ message }) => message)).toEqual([
      '40 of 50 rows were left out.',
      '1 of 3 columns were left out.',
    ])
  })

  test('a record of a megabyte is refused', async () => {
    await expect(extraction(file('text/csv', 'a.csv', `a,"${'b'.repeat(1_100_000)}`))).rejects.toMatchObject({
      code: 'FILE_BROKEN',
    })
  })

  test('JSON becomes lists and tables', async () => {
    const value = {
      title: 'Ports',
      sea: 'North',
      list: [
        { a: 1, b: 'x' },
        { a: 2, b: null },
      ],
      deep: { x: [1, '<b>'], none: [] },
    }
    const document = await documentOf(file('application/json', 'data.json', JSON.stringify(value)))
    expect(document).toMatchObject({ title: 'Ports', genre: 'data' })
    expect(document.text).toMatchInlineSnapshot(`
      "- **title**: Ports
      - **sea**: North

      **list**

      | a | b |
      | --- | --- |
      | 1 | x |
      | 2 |  |

      - **deep**
        - **x**
          - 1
          - \\<b>
        - **none**: none"
    `)
  })

  test('levels below the limit are left out and counted', async () => {
    const text = '{"a":{"b":{"c":{"d":1}}}}'
    const { documents, findings } = await extraction(file('application/json', 'a.json', text), { max_depth: 2 })
    expect(documents[0]?.text).toContain('…')
    expect(findings.map(({ code }) => code)).toEqual(['FILE_PART_LEFT_OUT'])
  })

  test('nesting that would overflow a stack is refused at once', async () => {
    const deep = '['.repeat(2_000_000)
    await expect(extraction(file('application/json', 'a.json', deep))).rejects.toMatchObject({ code: 'FILE_TOO_DEEP' })
    await expect(extraction(file('application/x-ndjson', 'a.ndjson', `1\n${deep}`))).rejects.toMatchObject({
      code: 'FILE_TOO_DEEP',
    })
    const quoted = JSON.stringify({ a: '['.repeat(5000) })
    expect((await documentOf(file('application/json', 'a.json', quoted))).text).toContain('[[[')
  })

  test('broken lines of JSON Lines are counted', async () => {
    const { documents, findings } = await extraction(
      file('application/x-ndjson', 'a.ndjson', '{"a":1}\n{"a":2}\nbroken'),
    )
    expect(documents[0]?.text).toBe('| a |\n| --- |\n| 1 |\n| 2 |')
    expect(findings.map(({ code }) => code)).toEqual(['FILE_LINES_BROKEN'])
  })
})
