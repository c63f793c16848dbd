import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tideDocuments, tideInput, tideSnapshots } from '../__fixtures__/tide-research.ts'
import { takeSnapshot, verifyEvidence } from '../claims/evidence.ts'
import { checkSynthesis } from './check-synthesis.ts'
import { renderReport } from './render-report.ts'
import { renderScript } from './render-script.ts'
import { renderSummary } from './render-summary.ts'
import { synthesise } from './synthesise.ts'

const synthesis = synthesise(tideInput)
const [finding] = synthesis.findings
const quoteOf = (id: string | undefined): string | undefined => synthesis.evidence.find((one) => one.id === id)?.quote

describe('synthesise', () => {
  test('puts what two sources say first, with a quotation of each', () => {
    expect(finding?.text).toContain('400 homes')
    expect(finding).toMatchObject({
      id: 'f1',
      sources: expect.arrayContaining(['courier', 'ledger']),
      authority: 'high',
      convergence: { independent: 2, of: 4, routes: ['exa', 'rss'], echo: [], echoChamber: false },
    })
    expect(finding?.evidence.map(quoteOf)).toHaveLength(2)
  })

  test('pages of one author are one voice, and so are files of one folder', () => {
    const independentWith = (fields: Partial<(typeof tideDocuments)[number]>): number | undefined => {
      const documents = tideInput.documents.map((one) =>
        one.id === 'courier' || one.id === 'ledger' ? { ...one, ...fields } : one,
      )
      return synthesise({ ...tideInput, documents }).findings.find(({ text }) => text.includes('400 homes'))
        ?.convergence.independent
    }
    expect(independentWith({ authors: ['Ada Example'] })).toBe(1)
    expect(independentWith({ authors: ['Editors'] })).toBe(2)
    expect(independentWith({ url: undefined, foundBy: [{ source: 'source-files', at: '2024-01-01' }] } as never)).toBe(
      1,
    )
  })

  test('every quotation stands in the text that was read', () => {
    const kept = new Map(
      [...tideSnapshots, ...synthesis.noteSnapshots].map((snapshot) => [snapshot.sourceId, snapshot]),
    )
    expect(synthesis.evidence.length).toBeGreaterThan(4)
    for (const evidence of synthesis.evidence)
      expect(verifyEvidence(evidence, kept.get(evidence.sourceId))).toBeUndefined()
  })

  test('shows contradictions among sources and with notes, and what notes confirm', () => {
    const shown = synthesis.contradictions.map(({ kind, a, b, local }) => ({
      kind,
      a: quoteOf(a)?.match(/\d+ homes/u)?.[0],
      b: quoteOf(b)?.match(/\d+ homes/u)?.[0],
      local,
    }))
    expect(shown).toContainEqual({ kind: 'number', a: '400 homes', b: '900 homes', local: true })
    expect(shown.some(({ a, b, local }) => !local && new Set([a, b, '250 homes', '400 homes']).size === 2)).toBe(true)
    const levy = synthesis.findings.find(({ text }) => text.startsWith('A levy'))
    expect(levy?.local.map(quoteOf)).toEqual(['A levy on moorings paid for a third of the tidal turbine.'])
    expect(synthesis.actionItems[0]).toBe(
      'Re-evaluate the note “Turbine”: “Turbine starts [live] | now” contradicts it',
    )
  })

  test('keeps metrics as tables and lists every source', () => {
    expect(synthesis.tables).toEqual([
      {
        sourceId: 'metrics',
        title: 'Output',
        columns: ['month', 'mwh', 'note'],
        rows: [
          ['2024-03', '1,235', 'a|b'],
          ['2024-04', '', ''],
        ],
        more: 0,
      },
    ])
    expect(synthesis.sources.map(({ id, read }) => [id, read])).toEqual([
      ['blog', true],
      ['courier', true],
      ['hostile', true],
      ['ledger', true],
      ['metrics', false],
      ['local:3-knowledge/zettel/levy.md', true],
      ['local:3-knowledge/zettel/turbine.md', true],
    ])
    expect(synthesis.gaps.join(' ')).not.toContain('not read')
  })

  test('says so when there is nothing', () => {
    const none = synthesise({ topic: 'tides', documents: [], snapshots: [] })
    expect(none).toMatchObject({
      findings: [],
      evidence: [],
      contradictions: [],
      gaps: ['None of the sources says anything about the topic that could be quoted.'],
    })
    expect(renderReport(none, { date: '2024-04-01', snapshots: [] })).toContain('0 sources were read')
    expect(renderSummary(none, { date: '2024-04-01', snapshots: [] })).toContain('- None of the sources says anything')
    expect(renderScript(none, { snapshots: [] }).length).toBeGreaterThan(2)
    expect(synthesise({ ...tideInput, snapshots: [] }).findings).toEqual([])
  })

  test('ten mirrors make an echo, not more voices', () => {
    const text = `The tidal turbine of Sellow supplies 400 homes with electricity since March. ${Array.from({ length: 80 }, (_, place) => `Word${place}x`).join(' ')}.`
    const original = { id: 'o', title: 'Turbine', url: 'https://o.example/', publishedAt: '2024-03-01' }
    const mirrors = Array.from({ length: 10 }, (_, place) => ({
      id: `m${place}`,
      title: `Mirror ${place}`,
      url: `https://m${place}.example/`,
    }))
    const documents = [original, ...mirrors]
    const snapshots = documents.map(({ id }) =>
      takeSnapshot({ sourceId: id, text, fetchedAt: '', contentType: 'text/html' }),
    )
    const echoed = synthesise({ topic: 'tidal turbine', documents, snapshots })
    expect(echoed.findings[0]?.convergence).toMatchObject({
      independent: 1,
      of: 1,
      echoChamber: true,
      echo: [{ origin: 'o.example' }],
    })
    expect(echoed.findings[0]?.convergence.echo[0]?.sources).toHaveLength(11)
    expect(echoed.sources.filter(({ copyOf }) => copyOf === 'o')).toHaveLength(10)
    expect(renderReport(echoed, { date: '2024-04-01', snapshots })).toContain('**echo chamber**')
  })

  test('is the same to the byte in whatever order the documents come', () => {
    const expected = renderReport(synthesis, { date: '2024-04-01', snapshots: tideSnapshots })
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...tideDocuments], { minLength: tideDocuments.length }),
        fc.shuffledSubarray([...tideSnapshots], { minLength: tideSnapshots.length }),
        (documents, snapshots) => {
          const again = synthesise({ ...tideInput, documents, snapshots })
          expect(renderReport(again, { date: '2024-04-01', snapshots })).toBe(expected)
        },
      ),
      { seed: 6, numRuns: 10 },
    )
  })
})

describe('synthesise, of several sources', () => {
  const filler = Array.from(
    { length: 20 },
    (_, place) => `The tidal turbine of Sellow has a part with the number ${place} in its list of parts.`,
  ).join('\n\n')
  const texts: Readonly<Record<string, string>> = {
    a: 'The tidal turbine of Sellow turns for nineteen hours a day.\n\nThe tidal turbine of Sellow weighs 90 tonnes.',
    b: `${filler}\n\nIt is said that much was new to everybody. The machine of the harbour, the tidal turbine of Sellow, weighs 90 tonnes.`,
    c: 'The tidal turbine of Sellow weighs 140 tonnes, and it is green.',
    d: 'The tidal turbine of Sellow weighs 140 tonnes, a mechanic said.',
  }
  const several = synthesise({
    topic: 'tidal turbine of Sellow',
    documents: Object.keys(texts).map((id) => ({ id, title: `Page ${id}`, url: `https://${id}.example/page` })),
    snapshots: Object.entries(texts).map(([sourceId, text]) =>
      takeSnapshot({ sourceId, text, fetchedAt: '', contentType: 'text/html' }),
    ),
  })

  test('what stands deep in another text supports a finding as well', () => {
    const weight = several.findings.find(({ text }) => text.includes('90 tonnes'))
    expect([...(weight?.sources ?? [])].sort()).toEqual(['a', 'b'])
    expect(weight?.convergence.independent).toBe(2)
  })

  test('clauses count: two sources agree and contradict the others, once', () => {
    const weight = several.findings.find(({ text }) => text.includes('140 tonnes'))
    expect([...(weight?.sources ?? [])].sort()).toEqual(['c', 'd'])
    const quotes = new Map(several.evidence.map(({ id, quote }) => [id, quote]))
    const weights = several.contradictions.filter(({ a, b }) =>
      [a, b].every((id) => quotes.get(id)?.includes('tonnes') === true),
    )
    expect(weights).toHaveLength(1)
  })
})

describe('checkSynthesis', () => {
  test('leaves out what no longer stands there, with what rests on it', () => {
    const changed = tideSnapshots.map((snapshot) =>
      snapshot.sourceId === 'courier' ? { ...snapshot, text: `${snapshot.text}!` } : snapshot,
    )
    const { synthesis: checked, dropped } = checkSynthesis(synthesis, changed)
    expect(dropped.length).toBeGreaterThan(0)
    expect(dropped.every(({ fault }) => fault === 'snapshot changed')).toBe(true)
    expect(checked.evidence.some(({ sourceId }) => sourceId === 'courier')).toBe(false)
    expect(checked.findings.every(({ evidence }) => evidence.length > 0)).toBe(true)
    const report = renderReport(synthesis, { date: '2024-04-01', snapshots: changed })
    expect(report).toContain('citations were left out')
    expect(report).not.toContain('paid for a third')
  })

  test('drops ids that do not exist', () => {
    const invented = {
      ...synthesis,
      findings: synthesis.findings.map((one) => ({ ...one, evidence: [...one.evidence, 'e999'] })),
    }
    const { synthesis: checked, dropped } = checkSynthesis(invented, tideSnapshots)
    expect(dropped).toContainEqual({ evidence: 'e999', fault: 'unknown id' })
    expect(checked.findings).toEqual(synthesis.findings)
  })
})
