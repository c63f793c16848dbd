import { oneLine } from '@datacortex/content'
import type { ExtractedDocument } from '@datacortex/plugin'
import { cutWords } from '../text/cut-words.ts'
import { spokenTasks } from './spoken-tasks.ts'
import { isContinued, quoteMarks } from './task-boxes.ts'

/** What somebody is to do. `isSource`: it was looked up or fetched, so that its lists are not for the reader. */
export function findActions(
  document: ExtractedDocument,
  { speaks, isSource = false }: { readonly speaks: boolean; readonly isSource?: boolean },
): readonly string[] {
  if (isSource) return []
  const found = [...fromLines(document.text), ...spokenTasks(document, { speaks })]
  const unique = new Map<string, string>()
  for (const item of found) {
    if (unique.size >= mostActions) break
    const line = cutWords(oneLine(item).replaceAll(/^[\s*_[\]-]+|[\s*_]+$/g, ''), 200)
    const key = line
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    if (key.length > 3 && ![...unique.keys()].some((other) => other.includes(key))) unique.set(key, line)
  }
  return [...unique.values()]
}

/** Lists of things to do are seldom longer. */
const mostActions = 100

function fromLines(text: string): readonly string[] {
  const items: string[] = []
  let isListed = false
  // Whether the lines that come belong to the item that was kept last.
  let isOpen = false
  for (const raw of text.split('\n')) {
    // What somebody quotes to answer it, or puts into a callout, is asked of the reader too.
    const line = raw.slice(0, 500).replace(quoteMarks, '')
    if (isOpen && isContinued(line)) {
      items.push(`${items.pop() ?? ''} ${line.trim()}`)
      continue
    }
    isOpen = false
    const heading = headingIn(line)
    if (heading !== undefined) {
      isListed = taskHeading.test(heading)
      const task = openTask.exec(heading)?.[1]
      if (task !== undefined) items.push(task.replace(/(?:\s#[^\s#]{1,100}){1,20}$/u, ''))
      continue
    }
    const item = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+(.*)$/.exec(line)?.[1]
    const task = item === undefined ? taskOfLine(line, { isListed }) : taskOfItem(item, { isListed })
    isOpen = item !== undefined && task !== undefined
    if (task !== undefined) items.push(task)
    else if (item === undefined && line.trim() !== '' && isListed && !/^\s/.test(line)) isListed = false
  }
  return items
}

/** What a line says as a heading: marked as one, bold, ended by a colon, or the mark of a callout for tasks. */
function headingIn(line: string): string | undefined {
  const found =
    /^#{1,6}\s+(.*)$|^\*\*(.{3,40}?):?\*\*:?\s*$|^([\p{L}\p{M} ]{3,40}|\p{Lo}{2})\s?[:：]\s*$|^\[!(todo)\][+-]?(?:\s.*)?$/iu.exec(
      line,
    )
  return found === null ? undefined : (found[1] ?? found[2] ?? found[3] ?? found[4] ?? '')
}

type Listed = { readonly isListed: boolean }

function taskOfItem(item: string, { isListed }: Listed): string | undefined {
  const box = /^\[([ xX-])\]\s+(.*)$/.exec(item)
  if (box !== null) return box[1] === ' ' ? box[2] : undefined
  if (finished.test(item)) return undefined
  return keyword.exec(item)?.[1] ?? (isListed ? item : marker.exec(item)?.[1])
}

/** Below a heading for tasks, a line that begins with a name and a colon says who does what. */
function taskOfLine(line: string, { isListed }: Listed): string | undefined {
  return keyword.exec(line)?.[1] ?? marker.exec(line)?.[1] ?? (isListed ? assigned.exec(line)?.[0] : undefined)
}

/** A task of an outline, as Org has them, with its tags. */
const openTask = /^\*\*(?:TODO|NEXT|STARTED|DOING)\*\*\s+(\S.*)$/

/** Expressions for what stands above a list of things to do, in the languages in which people keep such lists. */
const taskHeadings =
  'next steps?|action items?|actions?|to[ -]?dos?|follow[ -]?ups?|tasks|nächste schritte|aufgaben?|zu erledigen|offene punkte|maßnahmen|(?:choses )?[àa] faire|prochaines étapes|actions à mener|tâches|tareas|próximos pasos|por hacer|pendientes|da fare|prossimi passi|compiti|tarefas|próximos passos|a fazer|pendências|actiepunten|volgende stappen|te doen|taken|att göra|nästa steg|uppgifter|zadania|do zrobienia|następne kroki|kolejne kroki|задачи|сделать|что сделать|дела|список дел|следующие шаги|поручения|завдання|наступні кроки|εργασίες|εκκρεμότητες|επόμενα βήματα|yapılacaklar|görevler|sonraki adımlar|việc cần làm|các bước tiếp theo|nhiệm vụ|待办|待办事项|待辦|待辦事項|行动项|行動項目|下一步|后续步骤|任务|任務|やること|タスク|次のステップ|今後の対応|アクションアイテム|할 일|할일|다음 단계|작업 항목|(?:ال)?مهام|الخطوات التالية|משימות|לביצוע|(?:ה)?צעדים הבאים|करने योग्य|करने के काम|कार्य सूची|अगले कदम|สิ่งที่ต้องทำ|ขั้นตอนถัดไป|งานที่ต้องทำ'

const taskHeading = new RegExp(`^[^\\p{L}\\p{N}]*(?:${taskHeadings})[^\\p{L}\\p{N}]*$`, 'iu')

/** `TODO Anna: call`, as outliners write tasks, and not a sentence about such lists. */
const keyword =
  /^\s*(?:\*\*)?TODO(?:\*\*)?\s+(?!(?:lists?|items?|apps?|comments?|tags?|markers?|keywords?|files?|states?|is|are|was)\b)([\p{L}\p{N}"“„@*_[(].*)$/u

const finished = /^(?:\*\*)?(?:DONE|CANCELED|CANCELLED)(?:\*\*)?\s/

/** A name and what it is to do, not a label that tells about the list. */
const assigned =
  /^(?!(?:Notes?|Hints?|Tips?|Warning|Important|Examples?|Dates?|Due|Deadline|Owners?|Status|Priority|Total|Source|Hinweis|Tipp|Wichtig|Beispiel|Datum|Frist|Stand|Quelle)\b)@?\p{Lu}[\p{L}.'’-]{1,30}(?:(?: |, | and | & | und )@?\p{Lu}[\p{L}.'’-]{0,30}){0,3}:\s+\S.*$/u

const marker =
  /(?:^|\s)(?:TODO|To-?do|ACTION(?: ITEM)?|Action item|FIXME|Next step|AUFGABE|Aufgabe|ZU ERLEDIGEN|Zu erledigen)\s?(?:\([^)\n]{1,40}\))?[:：]\s*(\S.*)$/
