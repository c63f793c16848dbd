import { mailField } from '@datacortex/content'

/** A stretch of a text, in UTF-16 code units. */
export type Stretch = { readonly start: number; readonly end: number }

/** What stands beside what a text says: references, contents, menus, captions, terms, heads of mail and what it quotes. */
export function asideSpans(text: string): readonly Stretch[] {
  const spans: Stretch[] = []
  const isMail = (text.slice(0, 3000).match(mailField)?.length ?? 0) > 1
  let section: number | undefined
  let isSignature = false
  for (const { start, end, words } of paragraphs(text)) {
    const heading = headingOf(words)
    if (heading !== undefined) {
      const isDeeper = section !== undefined && heading.level > section
      // What a document is called says nothing of what is below.
      if (!isDeeper) section = start > 0 && asideHeading.test(heading.name) ? heading.level : undefined
      // Behind its references a paper may go on with an appendix, whatever its level.
      if (isDeeper && appendix.test(heading.name)) section = undefined
    }
    isSignature ||= isMail && /^-- ?$/m.test(words.slice(0, 4))
    if (section !== undefined || isSignature || (heading === undefined && isAside(words, isMail)))
      spans.push({ start, end })
    else if (heading === undefined) spans.push(...asideLines(words, { start, isMail }))
  }
  return spans
}

/** Whether an offset lies in one of some stretches that are in order. */
export function isWithin(spans: readonly Stretch[], offset: number): boolean {
  return offset < (lastBefore(spans, offset)?.end ?? 0)
}

/** The last of things in order that begins at an offset or before it. */
export function lastBefore<T extends { readonly start: number }>(sorted: readonly T[], offset: number): T | undefined {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}

type Paragraph = Stretch & { readonly words: string }

/** Between blank lines; a heading is one of its own. */
function* paragraphs(text: string): Generator<Paragraph> {
  let open: Stretch | undefined
  const close = function* (): Generator<Paragraph> {
    if (open !== undefined) yield { ...open, words: text.slice(open.start, open.end) }
    open = undefined
  }
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, Math.min(end, start + 200))
    const isHeading = /^ {0,3}#{1,6}\s/.test(line)
    if (line.trim() === '' || isHeading) yield* close()
    if (isHeading) yield { start, end, words: text.slice(start, end) }
    else if (line.trim() !== '') open = { start: open?.start ?? start, end }
    start = end + 1
  }
  yield* close()
}

/** A heading, or a line that stands alone as one does where a format has none; those are as deep as the deepest. */
function headingOf(words: string): { readonly name: string; readonly level: number } | undefined {
  if (words.length > 120 || words.includes('\n')) return undefined
  const marked = /^ {0,3}(#{1,6})\s+(.*?)[\s#]*$/.exec(words)
  const name = (marked?.[2] ?? words)
    .replaceAll(/[*_]{1,3}|\[\^?[^\]]*\]\([^)]*\)$/g, '')
    .replace(/^(?:\d{1,2}(?:\\?\.\d{1,2}){0,3}|[IVX]{1,5}|[A-Z])?\\?[.)]?\s+(?=\S)/, '')
    .replace(/[:：]\s*$/, '')
    .trim()
  if (marked !== null) return { name, level: marked[1]?.length ?? 1 }
  return asideHeading.test(name) || appendix.test(name) ? { name, level: 6 } : undefined
}

const asideHeading = new RegExp(
  `^(?:${[
    'references?(?: cited)?|bibliography|works cited|literature(?: cited)?|(?:foot|end)?notes and references|footnotes|citations|further reading|external links?|see also|related(?: (?:articles|posts|pages|topics|reading))?|read (?:more|next)|more (?:from|on|like) .{1,40}|(?:table of )?contents|on this page|acknowledge?ments?|funding|author contributions|competing interests|conflicts? of interest|(?:\\d+ )?comments?(?: \\(\\d+\\))?|licen[cs]e|legal(?: notice)?|copyright|warranty|disclaimer|trademarks?|sources|how to cite(?: this .{1,20})?|(?:suggested )?citation|about the authors?|data availability(?: statement)?|supplementary (?:material|information)|image credits?|keywords',
    'literatur(?:verzeichnis|angaben)?|quellen(?:verzeichnis|angaben)?|einzelnachweise|belege|anmerkungen|fußnoten|weblinks|siehe auch|inhalt(?:sverzeichnis)?|weiterführende literatur|danksagung|(?:\\d+ )?kommentare|impressum|lizenz|haftungsausschluss|gewährleistung|abbildungsverzeichnis|zitierweise|zitiervorschlag|über (?:den autor|die autor(?:in|innen|en))|bildnachweise?|schlagwörter',
    "références?|bibliographie|notes et références|liens externes|voir aussi|articles connexes|sommaire|table des matières|remerciements|(?:\\d+ )?commentaires?|licence|mentions légales|garantie|sources|comment citer|à propos (?:de l’auteure?|de l'auteure?|des auteurs)|crédits(?: photo(?:graphique)?s?)?|mots[- ]clés",
    'referencias|bibliografía|enlaces externos|véase también|índice|contenidos?|agradecimientos|(?:\\d+ )?comentarios|licencia|aviso legal|garantía|fuentes|cómo citar|sobre (?:el autor|la autora|los autores)|créditos|palabras clave',
    '参考文献|参考资料|参考資料|參考文獻|参见|參見|外部链接|外部連結|注释|註釋|脚注|目录|目錄|致谢|相关文章|评论|许可|版权|作者简介|关于作者|引用格式|关键词|图片来源',
    '関連項目|外部リンク|注釈|出典|目次|謝辞|関連記事|コメント|ライセンス|免責事項|保証|著者について|引用方法|キーワード|画像出典',
    'литература|примечания|ссылки|источники|список литературы|библиография|см\\. также|смотрите также|содержание|оглавление|благодарности|комментарии|лицензия|гарантия|об авторе|об авторах|как цитировать|ключевые слова|финансирование',
  ].join('|')})$`,
  'iu',
)
const appendix = /^(?:appendi(?:x|ces)|anhang|annexes?|anexos?|附录|附錄|付録|приложени[ея])\b/iu

const quoteOfMail =
  /^(?:>|(?:on|am|le|el) .{5,120} (?:wrote|schrieb .{1,60}|a écrit|escribió)\s?:\s*$|-{2,}\s?(?:original|forwarded|ursprüngliche|weitergeleitete|message|mensaje))/iu

/** All of a paragraph: captions, entries of lists of references, rows of links, terms. */
function isAside(words: string, isMail: boolean): boolean {
  const start = words.slice(0, 600).replace(/^(?:[\s>*_]|[-*+•]\s|\d{1,3}[.)]\s|\\?\[\d{1,3}\\?\]\s?)+/, '')
  if (isMail && (quoteOfMail.test(words) || confidential.test(words))) return true
  if (footnote.test(words.slice(0, 20)) || credit.test(words.slice(-80))) return true
  return caption.test(start) || notice.test(start) || related.test(start) || isMenu(words)
}

const caption =
  /^(?:fig(?:ure|\.)?|table|plate|chart|photo|abb(?:ildung|\.)?|tab(?:elle|\.)?|foto|figure|tableau|figura|tabla|gráfico|рис(?:унок|\.)?|табл(?:ица|\.)?|図|表|图|圖)\s{0,2}\d{1,3}(?:\.\d{1,2})?[a-z]?\s?[.:：。—–|]/iu
/** `[^1]: …`, `1. ^ …`, `[12] …`, `¹ …` */
const footnote = /^\s*(?:\[\^[^\]\s]{1,10}\]:|(?:\d{1,3}\.\s)?(?:\^|↑)\s|\\?\[\d{1,3}\\?\]\s|[¹²³⁴-⁹⁰]{1,3}\s?\p{L})/u
/** At the end of a caption. */
const credit =
  /(?:photo(?:graph)?s?|image|picture|illustration|bild|grafik|foto|fotografía|imagen|crédit|фото|摄影|撮影|图片来源)(?: credits?| by|s? ?©)?\s?[:：©]\s?[^.。:\n]{2,60}\.?\)?$/iu
const notice =
  /^(?:©|\(c\) \d{4}|copyright\b|all rights reserved|(?:this|the) (?:page|article|text|document)(?: of this page)? (?:(?:was )?last (?:edited|modified|updated|changed)|is (?:licensed|available|published|released) under)|(?:text|content) is available under|(?:licen[cs]ed|released|published) under|last (?:edited|modified|updated)\b|(?:diese|der) (?:seite|text) (?:wurde zuletzt|ist unter|steht unter)|alle rechte vorbehalten|la dernière modification|tous droits réservés|esta página se editó|todos los derechos|эта страница последний раз|все права|本页面最后|版权所有|最終更新|photo(?:s|graphs?)?(?: by|:)\s|(?:this|the) (?:article|story|text|post) (?:was )?(?:first|originally) (?:appeared|published)|(?:suggested citation|cite (?:this|as)|please cite|how to cite|keywords|key words|correspondence(?: to)?|source|sources|image|caption|credits?|quelle|bildquelle|abbildung|zitierweise|schlagwörter|mots[- ]clés|légende|crédit|fuente|leyenda|palabras clave|источник|ключевые слова|关键词|来源|キーワード|出典)\b[^:：.\n]{0,30}[:：]|received \d{1,2} \p{L}+ \d{4}\s?[;,]|(?:previous|next|vorige|nächste|précédent|suivant|anterior|siguiente)\s?:)/iu
const related =
  /^(?:read (?:more|also|next)|see also|related|more on this|lesen sie auch|siehe auch|mehr zum thema|(?:à )?lire aussi|voir aussi|lea también|véase|ver también|читайте также|см\. также|相关(?:文章|阅读)|延伸阅读|関連記事|(?:sign up|subscribe)\b.{0,60}newsletter)\s?[:：»]?/iu
const confidential =
  /\b(?:confidential|intended recipient|vertraulich|bestimmungsgemäße|confidentiel|confidencial)\b|please consider the environment/iu

/** Hardly anything but links, as rows of a menu and lists of contents are. */
function isMenu(words: string): boolean {
  if (!words.includes('](')) return false
  const text = words.slice(0, 20_000)
  let linked = 0
  for (const [, label = ''] of text.matchAll(/\[((?:[^[\]\\\n]|\\.){1,500})\]\([^()\s]{0,2000}\)/g))
    linked += label.length
  const all = text.replaceAll(/\]\([^()\s]{0,2000}\)/g, '').replaceAll(/[\s[\]|·•»*+\-\d.]/g, '').length
  return linked > 0 && linked >= all * 0.7 && !/[.!?。][\s)*_]*$/.test(text.replaceAll(/\]\([^()\s]{0,2000}\)/g, ''))
}

/** Lines of a paragraph or list that alone are beside the text, and those that the heads of mail consist of. */
function asideLines(words: string, { start, isMail }: { start: number; isMail: boolean }): readonly Stretch[] {
  const spans: Stretch[] = []
  let offset = 0
  for (const line of words.split('\n')) {
    const plain = line.trim()
    const isItem = /^(?:[-*+•]|\d{1,3}[.)]|\\?\[\d{1,3}\\?\])\s/.test(plain)
    const isOne = isMail && new RegExp(mailField.source, 'iu').test(plain)
    if (isOne || field.test(plain) || caption.test(plain) || isReference(plain, isItem || words === line))
      spans.push({ start: start + offset, end: start + offset + line.length })
    offset += line.length + 1
  }
  return spans
}

/** Who was there, and when the next time is. */
const field =
  /^[*_]{0,2}(?:present|attendees|apologies|absent|participants|next meeting|anwesend|entschuldigt|teilnehmer|nächste sitzung|présents?|excusés?|prochaine réunion|asistentes|ausentes|próxima reunión|присутствовали|отсутствовали|следующее (?:собрание|заседание)|出席者?|欠席者?|日時|次回|参会人员|缺席|时间|下次会议)[*_]{0,2}\s?(?:\([^)]*\))?\s?[:：]/iu

/** An entry of a list of references shows by what it consists of: authors, year, pages, volume, publisher, identifier. */
function isReference(line: string, mayStandAlone: boolean): boolean {
  if (line.length > 700 || line.length < 20) return false
  const signs = shapes.filter((shape) => shape.test(line)).length
  return signs >= (mayStandAlone ? 3 : 4)
}

const shapes: readonly RegExp[] = [
  /^(?:[-*+•]\s|\d{1,3}[.)]\s|\\?\[\d{1,3}\\?\]\s?)?(?:\p{Lu}[\p{L}’'-]+,? (?:\p{Lu}\.[ -]?){1,3}|(?:\p{Lu}\.[ -]?){1,3}\p{Lu}[\p{L}’'-]+,|\p{Lu}[\p{L}’'-]+,? \p{Lu}\p{L}*[,:.]|[\p{Script=Han}]{2,6}[「『《])/u,
  /\((?:19|20)\d\d[a-z]?\)|[,.:—–-] ?(?:19|20)\d\d(?:[.,;年]|$)/u,
  /\b(?:pp?|S|с|С|pág)\.\s?\d|\d[–—-]\d{1,4}(?:\.|頁|页|$)|[,:] \d{1,4}[–—-]\d{1,4}/u,
  /\b(?:vol|no|nr|bd|band|jg|т|№)\b\.?\s?\d|\d{1,3}\s?\(\d{1,3}\)|第\s?\d+\s?[巻卷号期]/iu,
  /\bdoi\b|\bISBN\b|\bISSN\b|\barXiv\b|\bRetrieved\b|\bAccessed\b|\babgerufen\b|consulté le|consultado|дата обращения/iu,
  /\b(?:Press|Verlag|Publish\p{L}+|Journal|Proceedings|Proc\.|Zeitschrift|Revue|Revista|In:)|изд-во|\/\/|出版/u,
]
