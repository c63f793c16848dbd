import { textLanguage, wordSet } from '@datacortex/text'
import { contentTerms } from '../text/content-terms.ts'

/** Whether a sentence is a statement that says enough, and points to nothing outside itself. */
export function standsAlone(sentence: string): boolean {
  const terms = contentTerms(sentence)
  // Of scripts without blanks a term is two signs, of which a word has more.
  const words = terms.reduce((sum, term) => sum + (/[ぁ-ん]/u.test(term) ? 0.33 : unspaced.test(term) ? 0.5 : 1), 0)
  return words >= fewestTerms && pointsNowhere(sentence)
}

const fewestTerms = 6
const mostWords = 50
const unspaced = /[\p{Script=Han}\p{Script=Katakana}]/u

/** The same of any length, such as a statement that somebody has put shortly. */
export function pointsNowhere(sentence: string): boolean {
  // What is shortened behind a word does not change which word it is: `you’ll`, `it's`.
  const words = (sentence.match(/\p{Lu}\/\p{Lu}(?!\p{L})|[\p{L}\p{M}\p{N}’'-]+/gu) ?? []).map((word) =>
    word.replace(/(?<=.)(?:n['’]t|['’]\p{L}{1,2})$/iu, '').replace(/^(?:[cdlns]|qu)['’](?=.)/iu, ''),
  )
  if (words.length > mostWords) return false
  if (!/^["'“„(*_]*[\p{Lu}\p{N}\p{Lo}]/u.test(sentence) || !/[.!。।۔։።][)"'”’»*_]*$/u.test(sentence)) return false
  if (/["“”„«»]|https?:|\]\(|\||[{}<>]|[?？؟]|[か吗呢]。?$/.test(sentence.replaceAll(shortQuotes, '$1'))) return false
  if (rules.some((rule) => rule.test(sentence)) || pointsBack(sentence)) return false
  const count = (sign: string): number => sentence.split(sign).length
  if (['()', '[]', '（）', '「」', '『』'].some(([open = '', end = '']) => count(open) !== count(end))) return false
  const lower = words.slice(0, 6).map((word) => word.toLowerCase())
  const clause = sentence.slice(0, sentence.search(/[,;:]|$/)).toLowerCase()
  // `Das Haus`, `das alte Haus` is an article.
  const isArticle = /^\W{0,3}Das (?:\p{Ll}+e )?\p{Lu}/u.test(sentence)
  // `IT`, `ITS` among words in small letters are names.
  if (openers.has(lower[0] ?? '') && !isArticle && !/^\W{0,3}\p{Lu}{2,}\s\S*\p{Ll}/u.test(sentence)) return false
  // Early in a sentence they stand for somebody or something that was named before it.
  const isSubstitute = (word: string, at: number): boolean =>
    at < 5 && substitutes.has(word) && !(at > 2 && conjunctions.has(lower[at - 1] ?? ''))
  if (lower.some((word, at) => isSubstitute(word, at) || (linking.has(word) && clause.includes(word)))) return false
  if (lower.slice(1).includes('then') && !/^\W{0,3}(?:if|when|once|where)\b/i.test(sentence)) return false
  const own = personal[textLanguage(sentence) ?? ''] ?? Object.values(personal).join('')
  return !words.some((word) => word !== 'US' && own.includes(` ${word.toLowerCase()} `))
}

/** Whether `of this process` speaks of something that the sentence has not named. */
function pointsBack(sentence: string): boolean {
  // What comes later may speak of the sentence itself.
  const clause = sentence.slice(0, sentence.indexOf(',', 25) >>> 0)
  return [...clause.matchAll(demonstrative)].some(
    ({ 1: noun = '', index }) => !clause.slice(0, index).toLowerCase().includes(noun.slice(0, 5).toLowerCase()),
  )
}

const demonstrative =
  /(?<!\p{L})(?:of|in|to|for|with|by|from|on|at|about|over|under|against|\p{L}+ing|von|mit|für|bei|durch|aus|an|auf|unter|über|à|d[aeo]|dans|pour|par|sur|en|con|por|para|a|sobre|в|на|с|из|к|от|для|при|о|по)\s(?:this|these|dies\p{L}{1,2}|ces?(?!\squ[ie])|cet(?:te)?|est[ea]s?|es[ea]s?|эт\p{L}{2,3})\s(\p{L}+)/giu

/** A statement that begins with one goes on from another, is set beside it, or has lost its subject. */
const openers = wordSet(
  'not it this that these those they he she his her their its such both here there then thus so but and or however therefore moreover furthermore also instead meanwhile another others yet still first second third finally likewise hence consequently nevertheless nonetheless additionally again next later earlier otherwise besides accordingly elsewhere similarly conversely alternatively afterwards subsequently lastly similar other further additional',
  'would could should might must can may will does did has have had is are was were want wants need needs',
  'er sie es dies diese dieser dieses das sein ihr ihre solche hier dort dann so aber und oder jedoch deshalb daher deswegen außerdem dennoch zudem dabei dafür damit dazu danach davon davor darüber daraus darin darauf hierdurch hierbei hierfür hierzu auch beide zunächst schließlich sonst ansonsten andernfalls stattdessen trotzdem damals ebenso letztere letzterer letzteres erstere ersterer derselbe dieselbe dasselbe andere anderer anderes weitere ähnliche natürlich übrigens',
  'il elle ils elles ce cela ça ces cette cet celui celle ceux ceci leur leurs ainsi donc mais puis ensuite enfin pourtant cependant toutefois néanmoins également aussi alors sinon autrement finalement notamment autres est sont',
  'él ella ellos ellas ello esto eso estos estas este esta ese esa esos esas su sus así pero entonces luego además también tampoco asimismo finalmente dicho dicha dichos dichas otro otra otros otras ambos ambas allí es son está están era eran fue fueron tiene tienen puede pueden podrá debe deben',
  'он она оно они это этот эта эти его её их им ему ей поэтому однако но зато затем потом там тогда также тоже иначе наконец впрочем другой другая другие остальные данный данная данное оба обе является являются может могут имеет был была было были',
)
/** Among the first words: somebody or something that was named before. */
const substitutes = wordSet(
  'he she they him her them his their this these those dies diese dieser diesem diesen dieses jene solche solchen er ihn ihm ihnen',
  'cette cet ces celui celle ceux elle elles ils este esta estos estas ese esa esos esas esto eso ello dicho dicha dichos dichas ambos ambas',
  'этот эта эти этого этой этих этому этим этом эту он она оно они оба обе данной данного данном',
)
/** Behind one of them they may stand for what the sentence itself began with. */
const conjunctions = wordSet(
  'because although though since after before when while until unless once if and but so weil obwohl nachdem bevor sobald während denn und aber porque aunque cuando mientras pero',
)
/** Among the first words: what is said differs from something that was said before, adds to it, or follows from it. */
const linking = wordSet(
  'however therefore thus hence moreover also nevertheless likewise dagegen hingegen jedoch allerdings indessen dennoch ebenfalls deshalb daher somit folglich demnach dadurch hierdurch zudem außerdem',
  'cependant toutefois pourtant donc également también además entonces asimismo однако напротив зато тоже поэтому',
)
/** By language: `du` is “you” in German and “of the” in French. */
const personal: Readonly<Record<string, string>> = {
  en: ' i me my mine myself you your yours us ive we our ours ',
  de: ' ich mich mir mein meine meinem meinen meiner du dich dir dein deine wir uns unser unsere unseren unserem ihr euch ',
  fr: ' je tu nous vous moi toi mon ma mes notre nos votre vos ai suis avons ',
  es: ' yo me mi mis te tu tus nos nosotros vosotros nuestro nuestra nuestros nuestras vuestro hemos usted ustedes ',
  ru: ' я мы ты вы меня мне нас нам вас вам мой моя моей мою мои наш наша наши ваш ваша ',
}

/** Terms in quotation marks, inside of a sentence. */
const shortQuotes = /(?<=\p{L}.{0,400}[\s(])["“„«]\s?([\p{L}\p{N}-]+(?:\s[\p{L}\p{N}-]+){0,2})\s?["”“»](?=[\s,.;)])/gu

const rules: readonly RegExp[] = [
  // `Note: …`, `Ben: …`, `Q: …`, `Yes, …`
  /^[\p{L}][\p{L}\p{M} .'’-]{0,30}(?::\s|：)|^\W{0,3}[AQ]:|^(?:yes|no|ja|nein|oui|non|si|sí|да|нет|はい|いいえ|是的|不是?)[,，、]/iu,
  // What stands in another place.
  /\b(?:table|figure|fig\.|section|chapter|appendix|equation) (?:\d|[A-Z]\.\d)|\b(?:abbildung|tabelle|kapitel|abschnitt|tableau|figura|tabla)\s\d|(?:рис|табл)\.\s\d|[図表图]\s?\d|\b(?:telles?|tels|above-mentioned|aforementioned|derartigen?|following|folgenden?|suivante?s?|siguientes?|as follows|please (?:see|consult|refer)|(?:steps?|lists?|notes?|rules?|sentences?|paragraphs?|commands?|code) (?:above|below)|bitte (?:siehe|lesen|beachten)|veuillez|por favor|obige[mnrs]?|(?:schritte?|listen?|regeln?|beispiele?) (?:oben|unten)|(?:next|last|previous) (?:section|chapter)|for (?:more|further) (?:information|details)|weitere informationen|pour (?:plus|davantage) d['’]\p{L}+|para (?:más|obtener más) información|como se muestra|wie folgt|(?:described|mentioned|shown|listed|explained|discussed|defined) (?:above|below|here|earlier|later)|(?:is|are) (?:described|explained|discussed|documented) in|(?:oben|unten) (?:be|ge|er|auf)\p{L}+|ci-(?:dessus|dessous|après)|más (?:arriba|adelante)|a continuación)\b|следующ|подробн\p{L}+ (?:информац|свед|см)|пожалуйста|(?:шаг|спис|правил)\p{L}* (?:выше|ниже)|(?:выше|ниже)(?:указ|упом|опис|привед)|上述|前述|如下|欲了解|参见|请?查看|さらなる情報|詳(?:しく|細)は|下面|(?:^|[、，如见見])以[下上]|以下の(?:とおり|通り|よう|例|表|図|手順)|以[下上](?:是|[几些])/iu,
  // Of the text itself.
  /\b(?:this|the present) (?:text|section|chapter|article|paper|page|document|guide|book|post|tutorial|report|study)\b|\bdiese[mrs]? (?:kapitel|abschnitt|artikel|beitrag|buch|dokument|seite|arbeit|studie)\b|\b(?:cet?|cette|est[ea]) (?:chapitre|section|article|document|guide|livre|page|étude|travail|capítulo|sección|artículo|documento|guía|libro|página|trabajo|estudio)\b|(?:эт|данн|настоящ)\p{L}{2,3} (?:глав|раздел|стать|документ|книг|страниц|руководств|работ|исследован)|^в (?:работе|статье|главе|книге) \p{L}+тся|^(?:the|der|die|das|la|le|el|l['’])\s?(?:article|paper|chapter|section|book|report|study|beitrag|artikel|kapitel|arbeit|studie|étude|ouvrage|capítulo|libro) (?:describes|presents|examines|discusses|covers|explains|beschreibt|behandelt|untersucht|décrit|présente|étudie|describe|presenta|analiza|estudia)\s|本(?:文|章|节|书|页|教程|指南|研究|计划|项目|稿|計画|節|記事|論文)/iu,
  // Counted from the day when it was said.
  /\b(?:tomorrow|yesterday|tonight|(?:next|last|this) (?:week|month|morning|afternoon|evening)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|gestern|heute (?:früh|morgen|mittag|nachmittag|abend)|am (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|demain|ce (?:matin|soir)|(?<!(?:le|chaque|du|au) )(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|ayer|esta (?:mañana|tarde|noche)|(?:este|el pasado) (?:lunes|martes|miércoles|jueves|viernes|sábado|domingo))\b|übermorgen|завтра|вчера|в(?:о)? (?:понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье)|明[日天]|昨[日天]|今[晚夜朝]|(?:星期|周)[一二三四五六日]|[月火水木金土日]曜日?に/iu,
  // To somebody, or by somebody about themselves.
  /[我你您]|(?<![\p{L}'’])[jmtJMT]['’]\p{L}|大家|咱们|[私僕俺](?:は|が|の|も|たち)|我が家|(?:^|[、。])(?:祖母|祖父|父|母|妻|夫|娘|息子|友人)[はがもの]|ください|ましょう|欢迎|(?<!^\p{Lu}\p{L}+en )(?<=\S\s)(?:Sie|Ihnen|Ihr(?:e[mnrs]?)?)(?!\p{L})|(?<!\p{L})(?!(?:tr|extr|supr)\p{L}{3,4}\s)\p{Ll}{3,}[ae]mos(?!\p{L})/u,
  /^\W{0,3}(?:(?:please|click|tap|subscribe|browse|shop|buy|hear|see|sign (?:up|in)|log ?in|join (?:us|our|now)|visit|discover|read more|learn more|last edited|edit(?:ed)?|read|make sure|note|consider|suppose|imagine|assume|recall|bitte|beachten|veuillez|merci|imaginons|supposons|prenons|debe|recuerde|por favor|imagine|пожалуйста|рассмотрим|предположим|klick(?:e|en|t)?|jetzt \p{L}+en)(?!\p{L})|假设|(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? \d)|\b(?:be|make) sure (?:to|that)\b/iu,
  /\btrademarks? (?:of|or)\b|\ball rights reserved\b|^\W{0,3}(?:©|copyright\b)|\beingetragene (?:marke|warenzeichen)/iu,
  // When people meet again is for the calendar.
  /^\W{0,3}(?:(?:the |our )?next (?:meeting|session)|(?:die |das )?nächste[sn]? (?:sitzung|besprechung|versammlung|treffen)|(?:la )?prochaine (?:réunion|séance)|la próxima (?:reunión|sesión)|следующ(?:ее|ая) (?:заседание|собрание|встреча)|次回の?(?:会議|会合)|下次(?:会议|开会))/iu,
  // In two words or three what the openers are in one.
  /^\W{0,3}(?:(?:das problem|le problème|el problema|the (?:difference|problem|reason|point|result|answer|question|idea|aim|goal|lesson|trick|advantage|effect|solution|conclusion)) (?:is|was|were|lies|ist|war|est|es)\b|(?:in (?:the (?:above|previous|last)|addition|particular|the same|contrast|turn|fact|effect|short|sum|other words|that)|at the same time|for (?:example|instance)|of course|as (?:a result|such|above|before|mentioned|noted|described|discussed|shown|for|would|can be|expected)|after all|needless to say|(?:rather|now|because)(?=,)|indeed|firstly|secondly|equally|unsurprisingly|obviously|in (?:reality|essence|a nutshell)|to (?:summari[sz]e|sum up)|at (?:best|most)|neither (?!\p{L}+ nor)|se (?:describen?|explican?|muestran?|detallan?)|on the (?:other hand|contrary)|(?:after|since|until|before) that|by contrast|to (?:this|that) end|(?:that|having) said|even so|the (?:same|former|latter|others?|rest|above|examples?|previous|preceding|next)|par (?:ailleurs|exemple|contre|conséquent)|en (?:outre|effet|fait|revanche)|de (?:plus|même)|au contraire|à cet|dans ce|l['’]un d|(?:cel(?:ui|les?)|ceux)-|les? mêmes?|la même|autrement dit|d['’]une part|d['’]autre part|sin embargo|por (?:eso|tanto|lo tanto|ejemplo|otra parte|otro lado|último)|para ello|de hecho|en (?:efecto|cambio)|no obstante|es decir|a su vez|(?:el|la|los|las|lo) mism[oa]s?|darüber hinaus|zusammen |kurz gesagt|kurzum|vielmehr|immerhin|umgekehrt|erstens|zweitens|ein(?:e|es)? weiter|en résumé|bref|certes|d['’]ailleurs|en (?:somme|réalité)|après tout|à l['’]inverse|en (?:resumen|definitiva|realidad|primer)|por supuesto|es más|(?:de igual|del mismo) (?:forma|modo)|zum beispiel|anschließend|im (?:gegensatz|gegenteil|übrigen|folgenden)|aus diesem grund|in diesem|mit anderen worten|wie (?:oben|bereits|gesagt|erwähnt)|die beiden|einer? von ihnen|one of (?:them|these))\b|(?:кроме того|при этом|в то же время|тем не менее|таким образом|в частности|в результате|с (?:другой|одной) стороны|другими словами|иными словами|для этого|в этом|к тому же|то же|один из них|короче|итак|конечно|в (?:итоге|двух словах)|во-(?:первых|вторых)|наоборот|более того|вместо этого|как (?:уже|было))(?!\p{L}))/iu,
  /^(?:这|那|它|他|她|此|其|该|因此|所以|但|而且|并且|然而|不过|同时|另外|另一|例如|比如|于是|然后|最后|首先|其次|也|还|当时|期间|后来|同样|类似|总|反之|事实上|实际上|毕竟|一方面|相反|由此|以上|当然|至于|[两二前后]者|これ|それ|その|この|あれ|そこ|そう|ここ|しかし|また|そのため|彼|さらに|例えば|たとえば|一方|ただし|なお|つまり|そして|だから|次に|なぜなら|逆|一言で|要するに|結局|むしろ|まず|同[じ様省社氏町市]|他の|当時|その後|[前後両]者|もちろん|ちなみに|したがって|従って|よって|すると)|^.{0,5}(?:这|(?<!应)该|此(?!外|后))|^[^、。]{0,6}(?:この|その|これ|それ|そう)|^[^，、。]{1,10}(?:也|则|却)(?!不)/u,
  // In the first clause, whatever stands before it.
  /^[^,;:，；]{0,80}(?<!\p{L})(?:such (?!as\b)|solche[nrs]?\s|(?:derart|dergleichen)\s|так(?:ой|ая|ое|ие|ого|их|им|ую)\s)|^(?:\S+\s){1,4}(?:damit|dabei|davon|daraus|dafür|daran|darin|davor|danach|zuvor|seither|seitdem)\b(?!.*, (?:dass|ob|w\p{L}+|indem)\b)|^(?:sind|ist|wird|werden|hat|haben|kann|können) (?:sie|er|es)\s|^(?:\S+\s){0,4}ce (?!qui|que|qu['’]|dont)|^(?!\W{0,3}(?:when|if|as|while|once|until|because|although|since|where|unless)\b)[^,;:]{0,40},?(?<!\s(?:because|although|though|since|after|before|while|until|unless|once|if|and|but|so),?)\sit (?!(?:is|was|takes|took|may be|can be) .*\b(?:to\s\p{L}|that\b))/iu,
  /\b(?:in that (?:case|way|respect|sense)|the (?:former|latter)|(?:between|of) the two|(?:the same|(?:el|la|los|las) mism[oa]s?|l[ea]s? mêmes?|d(?:as|ie|er)selben?)(?=[,.])|entre (?:ambos|ambas|(?:los|las|les) d[oe][su]x?)|zwischen (?:den )?beiden)\b|между ними/iu,
  // Some of those that were named.
  /^\W{0,3}(?:(?:some|most|many|few|several|none|all|one|two|three) (?:of them|are|is|was|were|have|has|had|can|could|will|would|may|might|also|even)|(?:einige|manche|viele|wenige|alle|keine[rs]?|eine[rs]?) (?:davon|von ihnen|sind|waren|haben|hatten|werden|wurden|können)|(?:certaine?s|beaucoup|plusieurs|quelques-un[es]{1,2}|tou(?:s|tes)) (?:d['’]entre|sont|ont|étaient|avaient|se)|(?:algun[oa]s|much[oa]s|tod[oa]s|vari[oa]s) (?:de ell[oa]s|son|han|eran|se))(?!\p{L})|(?:некоторые|многие|все) (?:из них|были)/iu,
  // A place or a thing that was named, at the end of a clause.
  /\b(?:on|of|in|to|for|with|by|from|at|into|onto) (?:it|them),|\bthere\b(?! (?:is|are|was|were|has|have|had|will|would|may|might|can|could|must|should|seems?|remains?|exists?))|\bdort\b|(?<!\p{L})(?:allí|ahí|там)(?!\p{L})|那里/iu,
  // What stands for something else only.
  /\b(?:is|are|was|were) (?:all )?(?:an? |the )?(?:\p{L}+ )?examples? of\b|^\W{0,3}(?:an?|one|ein|un) (?:\p{L}+ )?(?:example|beispiel|exemple|ejemplo) |\b(?:ist|sind) (?:ein )?beispiele? für\b|\b(?:est|sont) (?:un|des) exemples? d|\bes un ejemplo de\b|примером|(?:的|の)(?:一)?(?:个)?例(?:子|だ|である|です)/iu,
  // The cause, aim or result of something that was named.
  /^(?:ursachen?|gr(?:und|ünde)|ziel|folgen?|voraussetzung|ergebnis) (?:dafür|hierfür|ist|sind|war|waren)\s|^(?:причин[аы]|результат|цель)\s(?:[—–-]|в\s|прост)|^(?:原因|理由|目的)(?:は|是|在于)/iu,
  // At its end a sentence may say that another one stands before it, or that nobody knows.
  /\.\s?\.\W*$|(?:(?=\S*[:/_*=\\+]\S)\S+\s){3}|, (?:however|though|too|either|instead|as well)[.!]\W{0,3}$|, (?:however|thus|therefore|though|in (?:other words|fact)|for (?:example|instance)|after all|of course|it should be noted),|, (?:puede|podrá|debe|deberá)\s|\blittle is known\b|\bremains? (?:unclear|unknown)\b/iu,
]
