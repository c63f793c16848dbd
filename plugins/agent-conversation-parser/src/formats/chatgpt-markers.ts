import { jsonOf } from '@datacortex/platform'
import { type Fields, listOf, objectsOf, textOf } from '../fields.ts'

/** What the page shows as a small button or not at all. */
const sources = /webpage|source|citation|footnote|file|image|video|nav|attribution|product|hidden/

/** A text without the marks that the page replaces. */
export function withoutMarkers(text: string, references: unknown): string {
  const shown = new Map(objectsOf(references).flatMap((reference) => shownInstead(reference)))
  return text
    .replaceAll(/\ue200([^\ue200\ue201]*)\ue201/g, (mark, inside: string) => shown.get(mark) ?? named(inside) ?? '')
    .replaceAll(/【[^】\n]{0,80}(?:†|oaicite)[^】\n]{0,80}】|:contentReference\[oaicite:\d+\]\{index=\d+\}/g, '')
}

function shownInstead(reference: Fields): readonly (readonly [string, string])[] {
  const mark = textOf(reference['matched_text'])
  const alt = textOf(reference['alt'])
  if (mark === undefined || alt === undefined || sources.test(textOf(reference['type']) ?? 'source')) return []
  return [[mark, alt]]
}

/** A thing with its kind and its name: `entity`, then `["city","Porto"]`. */
function named(inside: string): string | undefined {
  const [kind, json = ''] = inside.split('\ue202')
  return kind === 'entity' ? textOf(listOf(jsonOf(json))[1]) : undefined
}
