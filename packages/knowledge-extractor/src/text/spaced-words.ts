import { wordSet } from '@datacortex/text'
/** A Chinese or Japanese text with blanks between its words, as other languages have them. */
export function spacedWords(text: string): string {
  return text.replaceAll(unspaced, (run) => {
    // A word that no dictionary has would be cut into its signs.
    const parts = /^\p{Script=Katakana}/u.test(run) ? [run] : Array.from(segmenter.segment(run), (part) => part.segment)
    return ` ${parts.join(' ')} `
  })
}

/** The same without these blanks. */
export function unspacedWords(text: string): string {
  return text.replaceAll(new RegExp(`(?<=${sign}) (?=${sign})`, 'gu'), '')
}

/** Whether a word of such a text can be one for a thing: no ending, particle or verb, and none of the usual helpers. */
export function isThing(word: string): boolean {
  return (
    !hasSign.test(word) ||
    (/^(?:\p{Script=Han}{2,}|\p{Script=Katakana}[\p{Script=Katakana}ー]+)$/u.test(word) && !helpers.has(word))
  )
}

const sign = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]'
const hasSign = new RegExp(sign, 'u')
const unspaced = /\p{Script=Katakana}[\p{Script=Katakana}ー]*|[\p{Script=Han}\p{Script=Hiragana}ー]+/gu
const segmenter = new Intl.Segmenter('und', { granularity: 'word' })

const helpers = wordSet(
  '可以 可能 能够 应该 必须 需要 因为 所以 由于 因此 如果 但是 而且 并且 或者 以及 还是 就是 不是 没有 不会 不能 只有 只要 只是 虽然 然后 然而 不过 已经 正在 曾经 经常 通常 一般 非常 十分 特别 比较 更加 几乎 大约 至少 最多 我们 你们 他们 她们 它们 自己 大家 人们 这个 那个 这些 那些 这样 那样 这种 那种 这里 那里 什么 怎么 如何 为什么 哪些 一个 一些 一种 一次 一样 一起 许多 很多 不少 多数 大多 所有 每个 各种 各个 其他 其它 其中 之间 之后 之前 以后 以前 以上 以下 以外 以来 以内 当时 同时 现在 目前 今天 今年 去年 明年 时候 时间 进行 使用 利用 采用 通过 根据 按照 关于 对于 作为 成为 认为 表示 指出 发现 出现 开始 继续 增加 减少 提高 降低 产生 具有 包括 属于 位于 存在 得到 受到 方面 方法 情况 问题 结果 部分 方式 主要 重要 不同 相同 大量 世界上 小时 分钟 公里 場合 必要 可能 以上 以下 以内 以外 以前 以後 現在 最近 今日 昨日 明日 今年 去年 時間 時期 時代 一方 一部 一般 一番 同様 同時 特別 多数 少数 全体 部分 方法 結果 問題 状態 状況 理由 原因 目的 使用 利用 実施 増加 減少 開始 終了 完了 発生 存在 重要 主要 大切 簡単 自分 私達 我々 皆様 全部 各種 各地 次第 程度 今回 前回 次回 毎日 毎年 本当 普通 通常 説明 確認 変更 場所 モノ コト トキ',
)
