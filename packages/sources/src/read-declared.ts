import { withoutUndefined } from '@datacortex/errors'
import { type FoundDocument, plainText, publishedAt, webUrl } from '@datacortex/plugin'
import { query as queryJson } from 'jsonpath-rfc9535'
import type { DeclarativeResponse } from './source-config.ts'

/** Documents of an API's answer by the places of its entry. Throws SyntaxError if one is no JSONPath (RFC 9535). */
export function readDeclared(json: unknown, response: DeclarativeResponse) {
  const items = itemsOf(json, response)
  const documents = items.flatMap((item) => documentOf(item, response) ?? [])
  const answer = textAt(json, response.answer)
  return { documents, dropped: items.length - documents.length, ...(answer === undefined ? {} : { answer }) }
}

/** What an entry says is one item each. */
export function itemsOf(json: unknown, { items }: DeclarativeResponse): readonly unknown[] {
  return valuesAt(json, items)
}

function documentOf(item: unknown, places: DeclarativeResponse): FoundDocument | undefined {
  const title = lineAt(item, places.title)
  if (title === undefined) return undefined
  const url = webUrl(textAt(item, places.url))
  const doi = lineAt(item, places.doi)
  const data = rowOf(item, places)
  const authors = places.authors === undefined ? [] : valuesAt(item, places.authors).flatMap(namesOf)
  return withoutUndefined({
    id: lineAt(item, places.id) ?? url ?? title,
    title,
    url,
    snippet: lineAt(item, places.text),
    text: textAt(item, places.content),
    publishedAt: dateOf(textAt(item, places.published)),
    authors: authors.length === 0 ? undefined : authors,
    workIds: doi === undefined ? undefined : { doi: plainDoi(doi) },
    score: scoreOf(textAt(item, places.score)),
    data: data === undefined ? undefined : [data],
  })
}

export function plainDoi(text: string): string {
  return text.replace(/^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)/i, '').toLowerCase()
}

/** 0–1. */
export function scoreOf(value: unknown): number | undefined {
  const score = Number(value ?? Number.NaN)
  return score >= 0 && score <= 1 ? score : undefined
}

function rowOf(item: unknown, { data }: DeclarativeResponse): Readonly<Record<string, Cell>> | undefined {
  if (data === undefined) return undefined
  return Object.fromEntries(
    Object.entries(data).map(([name, place]) => {
      const [value] = valuesAt(item, place)
      return [name, isCell(value) ? value : null]
    }),
  )
}

type Cell = string | number | boolean | null

function isCell(value: unknown): value is Cell {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function lineAt(value: unknown, place: string | undefined): string | undefined {
  return plainText(textAt(value, place) ?? '') || undefined
}

/** The first text there; titles are lists of one in some APIs. */
function textAt(value: unknown, place: string | undefined): string | undefined {
  if (place === undefined) return undefined
  const [first] = valuesAt(value, place).flat()
  const text = typeof first === 'string' || typeof first === 'number' ? String(first).trim() : ''
  return text === '' ? undefined : text
}

function namesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf)
  const name = typeof value === 'string' ? plainText(value) : ''
  return name === '' ? [] : [name]
}

/** A year alone is often a number, and a time one of seconds or milliseconds. */
function dateOf(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{9,13}$/.test(text)) return publishedAt(text)
  const time = new Date(text.length > 10 ? Number(text) : Number(text) * 1000)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function valuesAt(value: unknown, place: string): readonly unknown[] {
  const names = place.split('.').map((name) => `[${JSON.stringify(name)}]`)
  return queryJson(value as never, place.startsWith('$') ? place : `$${names.join('')}`)
}
