// Words by which people say that they decided, prefer, learned, guess or plan, in ten languages; `_` stands for a space.
// Scripts without spaces have no borders of words, so theirs stand apart.
function cue(words: string, unspaced?: string): RegExp {
  const spaced = words.trim().replaceAll(/\s+/g, '|').replaceAll('_', '\\s')
  const either = unspaced === undefined ? '' : `|${unspaced.replaceAll(' ', '|')}`
  return new RegExp(`(?<![\\p{L}\\p{M}])(?:${spaced})(?![\\p{L}\\p{M}])${either}`, 'iu')
}

/** What is only guessed. */
export const guessed: RegExp = cue(
  `maybe perhaps possibly probably presumably apparently might guess hypothesis suspect(?:ed|s)? unsure unclear assum(?:e|ed|ing)
  seem(?:s|ed)? (?:could|may)_(?:be|have) i_think i_believe not_sure ought looks_like vielleicht vermutlich wahrscheinlich möglicherweise
  eventuell könnte(?:n)? scheint anscheinend glaube peut-être probablement sans_doute semble pourrait je_crois je_pense quizás? tal_vez
  probablemente parece podría creo forse magari probabilmente sembra potrebbe credo misschien wellicht waarschijnlijk lijkt talvez
  provavelmente poderia acho может_быть возможно наверное вероятно кажется похоже być_może chyba prawdopodobnie`,
  'たぶん おそらく かもしれ だろう でしょう もしかする と思う 也许 或许 可能 大概 好像 似乎',
)

/** What is still to be done, or was left open. */
export const open: RegExp =
  /^(?:to-?do|fixme|next:|need(?:s)? to|must|should|have to|will|remind|plan(?:ning)? to|going to|want to|let['’]s|ask|check|ping)(?![\p{L}\p{M}])|(?<![\p{L}\p{M}])(?:(?:i|we)(?:['’]ll)? (?:should|ought|need to|have to|could)|(?:nothing|not|no|nobody)(?: yet)? (?:been )?(?:decided|decision|agreed)|undecided|noch (?:zu|nicht) (?:klären|entschieden))(?![\p{L}\p{M}])/iu

/** What speaks to the one who reads it as if it could give orders. */
export const ordering: RegExp =
  /(?<![\p{L}\p{M}])(?:(?:ignore|disregard|forget|override|bypass|ignorier\p{L}*|vergiss|oublie[rz]?|olvida|ignora|dimentica|vergeet|esqueça|забудь|игнорируй)(?![\p{L}\p{M}]).{0,60}(?:instruction|rule|previous|earlier|prior|everything|above|anweisung|regel|alles|consigne|règle|tout|instrucci|regla|todo|istruzion|regol|tutto|alle|regra|tudo|инструкц|правил|вс[её])|you are (?:now|my|no longer)|(?:pretend|act) (?:that|as|to be)|du bist (?:jetzt|nun)|tu es maintenant|system prompt|your (?:new )?(?:instructions|rules|identity|name))|(?:忽略|忘记|無視|忘れ).{0,30}(?:指令|规则|指示|命令|ルール)/iu

/** What holds for a moment. */
export const momentary: RegExp = cue(
  `today yesterday tomorrow tonight currently right_now at_the_moment this_(?:morning|afternoon|evening|week|month) (?:last|next)_(?:week|month) so_far for_now
  heute gestern morgen derzeit gerade momentan aujourd['’]hui hier demain actuellement en_ce_moment hoy ayer ahora ieri oggi domani adesso
  vandaag gisteren momenteel hoje ontem amanhã agora сегодня вчера завтра сейчас dziś dzisiaj wczoraj jutro teraz`,
  '今日 昨日 明日 先週 来週 今朝 今天 昨天 明天 现在 刚才 上周 下周',
)

export const decided: RegExp = cue(
  `decid(?:e|es|ed) decision agreed cho(?:ose|oses|se|sen) pick(?:s|ed)? settled_on opted went_with adopted approved rejected from_now_on going_forward
  (?:we|team|board|will)_no_longer (?:we|we['’]ll)_will (?<!\\b(?:it|he|she|they|i|this|that)\\s)will
  beschlossen entschieden entscheidung vereinbart geeinigt festgelegt ab_sofort künftig décidé(?:e|s)? choisi(?:e|s)? convenu retenu opté désormais
  decidimos decidió decidido acordamos acordado elegimos elegido optamos deciso scelto concordato optato besloten gekozen afgesproken voortaan
  escolhemos escolhido acordámos combinámos решили решено решил(?:а)? выбрали договорились zdecydowaliśmy postanowiono ustalono`,
  '決めた 決まった 決定 ことにした ことになった 决定 选择 选定 商定 改用',
)

export const preferred: RegExp = cue(
  `prefer(?:s|red)? likes? loves? enjoys? hates? dislikes? wants would_like would_rather favou?rite please
  bevorzug(?:t|en) möchten? mag lieber wünsch(?:t|en) hasst will_keine? préfèren? préfère(?:nt)? aime(?:nt)? souhaite(?:nt)? voudrai(?:t|ent) déteste
  prefieren? (?:le|les)_gustan? quieren? odia preferis(?:ce|cono) piac(?:e|ciono) vuole vogliono odia liever houdt wil verkiest preferem? gostam? quer querem
  предпочита(?:ет|ют) люб(?:ит|ят) хо(?:чет|тят) нравится просит wol(?:i|ą) lubi(?:ą)?`,
  '好む 好き 嫌い 苦手 希望 喜欢 偏好 讨厌 更愿意 不爱',
)

export const learned: RegExp = cue(
  `lessons? learn(?:ed|t) turn(?:s|ed)_out root_cause cause[ds]? reason because due_to next_time in_(?:the_)?future prevents? avoids?
  gelernt stellte_sich_heraus ursache grund weil nächstes_mal in_zukunft verhindert vermeidet appris cause parce_que la_prochaine_fois s['’]avère évite
  aprend(?:í|imos|ido) resultó causa porque la_próxima_vez evita imparato perché la_prossima_volta geleerd bleek oorzaak omdat volgende_keer voorkomt
  aprendemos da_próxima_vez выяснилось оказалось причина потому_что в_следующий_раз урок okazało_się przyczyn(?:a|ą) ponieważ`,
  '原因 分かった わかった 教訓 次回 ので 发现 教训 下次 因为',
)

/** What is said to come from somebody or something else. */
export const attributed: RegExp = cue(
  `according_to says? said writes? wrote claims? reports? reads laut schreibt sagt selon dit écrit según dice secondo volgens segundo diz`,
  'によると と言 据 说',
)

export const pointKinds = ['fact', 'preference', 'decision', 'learning'] as const

export type PointKind = (typeof pointKinds)[number]

const labels: Readonly<Record<PointKind, RegExp>> = {
  fact: cue(
    'fact note correction corrected update fakt tatsache korrektur fait hecho fatto feit факт',
    '事実 事实 订正 訂正',
  ),
  preference: cue('preference vorliebe wunsch préférence preferencia preferenza voorkeur предпочтение', '好み 偏好'),
  decision: cue(
    'decision decided beschluss entscheidung décision decisión decisione besluit decisão решение',
    '決定 决定',
  ),
  learning: cue(
    'lessons? lesson_learned learning learned gelernt erkenntnis leçon lección lezione les lição урок',
    '教訓 教训',
  ),
}

/** What somebody calls a sentence before a colon: “Lesson: …”. */
export function labelOf(sentence: string): { readonly kind: PointKind; readonly length: number } | undefined {
  const label = /^([\p{L}\p{M} ]{2,20})[:：]\s*(?=\S)/u.exec(sentence)
  if (label === null) return undefined
  const [whole, name = ''] = label
  const kind = pointKinds.find((one) => labels[one].exec(name)?.[0].length === name.length)
  return kind === undefined ? undefined : { kind, length: whole.length }
}
