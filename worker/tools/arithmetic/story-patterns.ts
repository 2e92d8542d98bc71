import type { WishLanguage } from "../../agent/context/memory-wishes.ts";

/** What a story asks for, by the numbers that stand in it. */
export type StoryKind = "share" | "price" | "tip" | "with-tip" | "off" | "saved" | "change" | "rate";

/** A story of one kind, as a whole question. Its groups: `a`, `n` numbers; `i`, `j` things; `u` a unit; `p`, `q` spans. */
export type Story = readonly [StoryKind, RegExp];

interface Words {
  /** Words that make a story another one: no thing is named with them. */
  readonly stop: string;
  /** What may stand between two clauses. */
  readonly and: string;
  readonly units: string;
  /** Parts of patterns by their name. */
  readonly parts: Readonly<Record<string, string>>;
  readonly stories: readonly (readonly [StoryKind, string])[];
}

const ENGLISH: Words = {
  stop: "and|or|but|with|without|except|for|from|of|in|into|on|at|to|by|each|every|evenly|equally|fairly|i|me|my|myself|we|us|he|she|his|her|they|their|more|less|fewer|half|left|already|only|just|than|then|not|no|per|a|an|the|it|if|when|how|what|why|who|percent|off|free|dozen|other|another|is|are|was|were|be|cost|costs|share|split|divide|pay|get|do|does|did|than|about|over|under|up|extra|plus|minus|times|twice|first|second|third|next|few|some|both|two|pack|pair|this|that",
  and: "(?: \\| | \\| (?:and|so|then|now) | and | so )",
  units: "euros?|dollars?|pounds?|bucks|francs|pesos|cents|crowns|€|\\$|£",
  parts: {
    W: "<word>(?: <word>)?",
    who: "(?:<word> )?<word>",
    fair: "(?:(?:evenly|equally|fairly|in equal parts|equal parts)(?: among(?:st)? (?:them|themselves|each other))?|among(?:st)? themselves|between themselves)",
    shares: "(?:share|split|divide|are sharing|are splitting|want to (?:share|split|divide))(?: <fair>)?",
    each: "(?:how (?:much|many(?: <word>)?)(?: money)?|what) (?:(?:does|do|will|would|should|must) (?:each|every)(?: (?:cual|<word>))?(?: of them)?|(?:does|do|will|would|should) (?:they|we) each) (?:have to pay|need to pay|get|have|receive|pay|owe|take|contribute)",
    ask: "(?:how much|what) (?:(?:do|does|will|would|did|must|should) (?:i|we|she|he|they) (?:pay|spend|owe|need|have to pay|need to pay)|(?:is|does|will) (?:that|it|this)(?: be| cost| come to)?|is the total|do they cost|(?:is|will be) the (?:price|bill))(?: (?:in total|altogether|in all|together|for them|for all of them|for everything))*",
    buy: "(?:i|we|he|she|they) (?:buy|buys|bought|take|takes|took|order|orders|ordered|want|need|get)",
    one: "(?:(?:a|an|one|1|each|every|the) )",
    bill: "(?:(?:the|my|our) (?:bill|dinner|lunch|meal|restaurant bill) (?:is|was|comes to|costs?|cost)|(?:i|we) have a bill of|(?:with|on|for) a bill of)",
    leave:
      "(?:(?:i|we) (?:want to |would like to |will |['’]d like to )?)?(?:leave|give|add|tip)(?: (?:them|the waiter|a))?(?: tip of)?",
    back: "how much (?:change )?(?:do|will|should|would) (?:i|we|she|he) (?:get|receive)(?: (?:back|in change|as change))?|how much (?:is|is my|is the) change|what is (?:my|the) change",
    note: "(?:a )?(?:[$€£] ?)?(?<n><num>)(?:[ -](?:<cur>))?(?:[ -](?:note|bill|banknote))?",
    per: "(?:an?|per|every|each)",
  },
  stories: [
    [
      "price",
      "(?:if )?<one>(?<i><W>) costs? <amount>(?: each)?<and>(?:how much|what) (?:do|does|would|will|are|is) <n> (?:of them|(?<j><W>))(?: cost)?",
    ],
    [
      "price",
      "(?:how much|what) (?:do i pay|do we pay|does (?:it|that) cost|is it) (?:if|when) <buy> <n> (?<i><W>) (?:at|for) <amount> (?:each|apiece|a piece)",
    ],
    ["tip", "how much (?:tip )?is (?:an? )?<share>(?: tip)? (?:on|of|for) (?:an? )?(?:bill of )?<amount>"],
    [
      "change",
      "(?:what(?:['’]s| is) the change|how much change do i get) (?:from|for|on) <note> (?:if|when) i (?:pay|buy something for|spend) <amount>",
    ],
    ["share", "(?:if )?<n> <who> <shares> (?:(?:a|the|their) <W> of )?<amount>(?: <fair>)?<and><each>"],
    [
      "share",
      "(?:if )?<amount> (?:is|are|gets?|has to be|have to be) (?:shared|split|divided)(?: <fair>)? (?:among(?:st)?|between|by) <n> <who>(?: <fair>)?<and><each>",
    ],
    [
      "share",
      "(?:if )?an? <word> of <amount> (?:is|gets|has to be) (?:shared|split|divided)(?: <fair>)? (?:among(?:st)?|between|by) <n> <who>(?: <fair>)?<and><each>",
    ],
    ["share", "<each> (?:if|when) <n> <who> <shares> (?:(?:a|the|their) <W> of )?<amount>(?: <fair>)?"],
    [
      "share",
      "(?:i|we) (?:(?:want to|have to|must) )?(?:share|split|divide) <amount>(?: <fair>)? (?:among(?:st)?|between) <n> <who>(?: <fair>)?<and><each>",
    ],
    [
      "share",
      "(?:there are|we are) <n>(?: of us| <who>)?<and>the (?:bill|total|dinner) (?:is|costs|comes to) <amount><and><each>",
    ],
    ["price", "(?:if )?<one>(?<i><W>) costs? <amount>(?: each)?<and>(?:if )?<buy> <n> (?:of them|(?<j><W>))<and><ask>"],
    [
      "price",
      "(?<i><W>) (?:cost|are) <amount> (?:each|apiece|a piece)<and>(?:if )?<buy> <n>(?: of them| (?<j><W>))?<and><ask>",
    ],
    ["price", "(?:if )?<buy> <n> (?<i><W>) (?:at|for) <amount> (?:each|apiece|a piece)<and><ask>"],
    [
      "price",
      "how much (?:do|does|are|is|would|will) <n> (?<i><W>) (?:cost )?(?:if|when) (?:one|1|each|each one|every one|<one>(?<j><W>))(?: of them)? costs? <amount>",
    ],
    [
      "tip",
      "<bill> <amount><and><leave> <share>(?: tip)?<and>(?:how much (?:is|tip is|is the|is that) (?:the )?tip|how much (?:tip )?(?:should|do|must|will) (?:i|we) (?:tip|leave as a tip|leave as tip)|what is the tip)",
    ],
    ["tip", "<bill> <amount><and>how much is an? <share> tip"],
    [
      "with-tip",
      "<bill> <amount><and><leave> <share>(?: tip)?<and>(?:how much|what) do (?:i|we) (?:pay|have to pay)(?: (?:in total|altogether|in all))?",
    ],
    [
      "off",
      "(?:an?|the) (?<i><W>) (?:costs|is|cost|was) <amount><and>(?:it )?is (?:now )?(?:reduced by )?<share>(?: (?:off|cheaper|reduced))?<and>(?:how much (?:does it cost|is it|do i pay)(?: now)?|what (?:is the new price|do i pay|does it cost now))",
    ],
    [
      "saved",
      "(?:an?|the) (?<i><W>) (?:costs|is|cost|was) <amount><and>(?:it )?is (?:now )?(?:reduced by )?<share>(?: (?:off|cheaper|reduced))?<and>how much do (?:i|we) save",
    ],
    [
      "change",
      "(?:i|we) (?:buy|bought) (?:something|<one><W>) (?:for|that costs) <amount><and>(?:i |we )?(?:pay|paid)(?: for it)? with <note><and>(?:<back>)",
    ],
    [
      "change",
      "(?:(?:an?|the|my|our) )?<W> (?:costs?|is) <amount><and>(?:i|we) (?:pay|paid|give|hand over)(?: with)? <note><and>(?:<back>)",
    ],
    ["change", "(?:i|we) (?:pay|paid)(?: for)? <amount> with <note><and>(?:<back>)"],
    [
      "rate",
      "(?:if )?(?:i|we|he|she) (?:save|saves|get|gets|put aside|pay|pays|earn|earns|spend|spends|run|runs|walk|walks|drink|drinks|read|reads|eat|eats) <amount>(?: <W>)? <per> (?<p>day|week|month|year)<and>how (?:much|many(?: <word>)?|far)(?: money)? (?:(?:do|does|will|have|has) (?:i|we|he|she) (?:have |saved? |pay |earn |spend |run |walk |drink |read |eat |put aside )*(?:after|in|over)|is (?:that|it)(?: (?:after|in|over|for|a|per))?) (?:<n> |an? |1 |per )?(?<q>days?|weeks?|months?|years?)",
    ],
  ],
};

const GERMAN: Words = {
  stop: "und|oder|aber|mit|ohne|außer|für|von|vom|aus|in|im|auf|an|am|bei|zu|zum|zur|nach|vor|durch|jede|jeder|jedes|jeden|pro|je|ich|mir|mich|mein|meine|meinen|meinem|wir|uns|er|sie|ihr|mehr|weniger|halb|halbe|hälfte|übrig|schon|bereits|nur|als|dann|nicht|kein|keine|ein|eine|einen|einem|der|die|das|den|dem|des|es|wenn|wie|was|warum|wer|prozent|gratis|dutzend|andere|ist|sind|war|wird|werden|kostet|kosten|teilen|zahlen|bekommt|extra|plus|minus|mal|erste|zweite|nächste|einige|beide|zwei|paar|packung",
  and: "(?: \\| | \\| (?:und|also|dann) | und )",
  units: "euro|euros|cent|franken|dollar|pfund|kronen|€|\\$|£",
  parts: {
    W: "<word>(?: <word>)?",
    who: "<word>",
    fair: "(?:gleichmäßig|gerecht|fair|zu gleichen teilen|gleich)",
    bekommt: "(?:bekommt|hat|kriegt|erhält|zahlt|bezahlt|muss)",
    jeder: "jede[rs]?(?: (?:von ihnen|einzelne|<word>))?",
    each: "wie ?viele?(?: <word>)? <bekommt> (?:dann )?<jeder>(?: (?:zahlen|bezahlen|bekommen))?",
    ask: "(?:wie ?viel|was) (?:(?:zahle|bezahle|zahlen|bezahlen) (?:ich|wir)|(?:muss|müssen) (?:ich|wir)(?: dafür)?|(?:kostet|macht|ist) (?:das|es|alles)|kosten sie)(?: (?:insgesamt|zusammen|alles|dafür|zahlen|bezahlen))*",
    buy: "(?:kaufe|nehme|brauche|bestelle|kaufen|nehmen|brauchen|bestellen) (?:ich|wir)|(?:ich|wir) (?:kaufe|nehme|brauche|bestelle|kaufen|nehmen|brauchen|bestellen)",
    one: "(?:(?:ein|eine|jede|jeder|jedes|1|der|die|das) )",
    bill: "(?:die|meine|unsere) rechnung (?:beträgt|ist|macht|lautet auf|war)",
    leave: "(?:(?:ich|wir) (?:möchten?|wollen?|will|geben?) )?",
    back: "wie ?viel (?:(?:wechselgeld|rückgeld) )?(?:bekomme|bekommen|kriege|kriegen|erhalte) (?:ich|wir)(?: (?:zurück|raus|heraus))?|wie ?viel (?:ist|beträgt) das (?:wechselgeld|rückgeld)",
    note: "(?:einem )?(?<n><num>)(?:[ -](?:<cur>))?(?:[ -]?schein)?",
    per: "(?:pro|jede[nrs]?|in der|im|am|je)",
  },
  stories: [
    ["share", "<n> <who> teilen(?: sich)?(?: <fair>)? <amount>(?: <fair>)?(?: auf)?<and><each>"],
    ["share", "wenn(?: sich)? <n> <who>(?: sich)?(?: <fair>)? <amount>(?: <fair>)? teilen<and><each>"],
    ["share", "<each> \\| wenn(?: sich)? <n> <who>(?: sich)?(?: <fair>)? <amount>(?: <fair>)? teilen"],
    [
      "share",
      "<amount> (?:werden|wird)(?: <fair>)? (?:auf|unter|durch|an) <n> <who>(?: <fair>)? (?:aufgeteilt|verteilt|geteilt)<and><each>",
    ],
    [
      "share",
      "(?:eine|die) <word> (?:von|über) <amount> wird(?: <fair>)? (?:auf|unter|durch) <n> <who>(?: <fair>)? (?:aufgeteilt|verteilt|geteilt)<and><each>",
    ],
    [
      "share",
      "wir sind(?: zu)? <n>(?: <who>)?<and>(?:die rechnung|das essen) (?:beträgt|ist|kostet|macht) <amount><and><each>",
    ],
    ["price", "<one>(?<i><W>) kostet <amount><and>(?:wie ?viel|was) kosten <n> (?:davon|stück|(?<j><W>))"],
    ["price", "(?:wenn )?<one>(?<i><W>) <amount> kostet<and>(?:<buy>) <n> (?:davon|stück|(?<j><W>))<and><ask>"],
    ["price", "<one>(?<i><W>) kostet <amount><and>(?:<buy>) <n>(?: (?:davon|stück|(?<j><W>)))<and><ask>"],
    ["price", "(?:<buy>) <n> (?<i><W>) (?:zu je|für je|à|zu) <amount>(?: das stück| pro stück| je)?<and><ask>"],
    ["price", "wie ?viel kosten <n> (?<i><W>) \\| wenn (?:1|eins|eine|einer|ein stück|<one>(?<j><W>)) <amount> kostet"],
    [
      "tip",
      "<bill> <amount><and><leave><share> trinkgeld(?: geben)?<and>wie ?viel (?:ist|sind|trinkgeld ist|beträgt) (?:das|das trinkgeld)",
    ],
    ["tip", "<bill> <amount><and>wie ?viel (?:ist|sind) <share> trinkgeld"],
    [
      "with-tip",
      "<bill> <amount><and><leave><share> trinkgeld(?: geben)?<and>(?:wie ?viel|was) (?:zahle|zahlen|bezahle|bezahlen) (?:ich|wir)(?: (?:dann|insgesamt|zusammen))*",
    ],
    [
      "off",
      "(?:ein|eine|der|die|das) (?<i><W>) (?:kostet|kostete) <amount><and>(?:er |sie |es )?(?:ist|wird) (?:jetzt )?um <share> (?:reduziert|billiger|günstiger|herabgesetzt)<and>(?:wie ?viel|was) (?:kostet|zahle) (?:er|sie|es|ich)(?: (?:jetzt|dann|noch|dafür))*",
    ],
    [
      "saved",
      "(?:ein|eine|der|die|das) (?<i><W>) (?:kostet|kostete) <amount><and>(?:er |sie |es )?(?:ist|wird) (?:jetzt )?um <share> (?:reduziert|billiger|günstiger|herabgesetzt)<and>wie ?viel spare ich",
    ],
    [
      "change",
      "(?:ich|wir) (?:kaufe|kaufen|kaufte) (?:etwas|<one><W>|einen <W>) für <amount><and>(?:ich |wir )?(?:zahle|bezahle|zahlen|bezahlen)(?: es)? mit <note><and>(?:<back>)",
    ],
    [
      "change",
      "(?:der|die|das|mein|ein|eine) <W> kostet <amount><and>(?:ich|wir) (?:zahle|bezahle|zahlen|bezahlen|gebe) (?:mit )?<note><and>(?:<back>)",
    ],
    [
      "rate",
      "(?:ich|wir|er|sie) (?:spare?n?|zahlen?|bezahlen?|verdienen?|laufen?|trinken?|lesen?) <per> (?<p>tag|woche|monat|jahr) <amount><and>wie ?viele?(?: <word>)? (?:habe|haben|spare|sparen|zahle|zahlen|verdiene|verdienen|ist|sind|laufe|trinke|lese) (?:ich|wir|er|sie|das|es) (?:nach|in|im|pro) (?:<n> |einem |einer |1 )?(?<q>tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)(?: (?:gespart|bezahlt|verdient))?",
    ],
    [
      "rate",
      "(?:ich|wir|er|sie) (?:spare?n?|zahlen?|bezahlen?|verdienen?|laufen?|trinken?|lesen?) <amount> <per> (?<p>tag|woche|monat|jahr)<and>wie ?viele?(?: <word>)? (?:habe|haben|spare|sparen|zahle|zahlen|verdiene|verdienen|ist|sind|laufe|trinke|lese) (?:ich|wir|er|sie|das|es) (?:nach|in|im|pro) (?:<n> |einem |einer |1 )?(?<q>tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)(?: (?:gespart|bezahlt|verdient))?",
    ],
  ],
};

const SPANISH: Words = {
  stop: "y|e|o|u|pero|con|sin|excepto|menos|para|por|de|del|en|a|al|cada|yo|me|mi|mis|nos|nosotros|él|ella|ellos|su|sus|más|mitad|medio|media|ya|solo|sólo|que|entonces|no|un|una|unos|unas|uno|el|la|los|las|lo|es|si|cuando|cómo|qué|cuánto|cuántos|cuántas|quién|ciento|gratis|docena|otro|otra|otros|son|era|cuesta|cuestan|comparten|reparten|pagan|pago|extra|primero|segundo|primera|segunda|par|paquete|algunos|ambos|dos",
  and: "(?: \\| | \\| (?:y|entonces|así que) | y )",
  units: "euros?|dólares|dólar|pesos?|libras?|céntimos|€|\\$|£",
  parts: {
    W: "<word>(?: de <word>| <word>)?",
    who: "<word>",
    fair: "(?:a partes iguales|en partes iguales|por igual|equitativamente)",
    each: "cuánt[oa]s?(?: <word>)? (?:recibe|obtiene|paga|debe pagar|tiene que pagar|le toca a|le corresponde a|pone) (?:cada cual|cada <word>)",
    ask: "cuánto (?:pago|pagamos|gasto|gastamos|es|cuesta|cuestan|tengo que pagar|debo pagar|será)(?: (?:en total|todo|por todo))*",
    buy: "(?:compro|compramos|quiero|pido|pedimos|necesito|tomo)",
    one: "(?:(?:un|una|cada|1|el|la) )",
    bill: "(?:la cuenta (?:es|fue|asciende a|suma)(?: de)?|(?:tengo|tenemos) una cuenta de)",
    leave: "(?:(?:quiero|queremos|voy a|quisiera) )?(?:dejo|dejar|doy|dar|dejamos) (?:(?:un|el) )?",
    back: "cuánto (?:cambio|vuelto)? ?(?:me (?:dan|devuelven|tienen que dar|tienen que devolver)|recibo|es el cambio|es la vuelta)(?: de (?:cambio|vuelta))?",
    note: "(?:un billete de )?(?<n><num>)(?: (?:<cur>))?",
    per: "(?:al|a la|por|cada|a)",
  },
  stories: [
    [
      "share",
      "(?:si )?<n> <who> (?:se reparten|comparten|se dividen|reparten|dividen|se comparten)(?: <fair>)? <amount>(?: <fair>)?<and><each>",
    ],
    [
      "share",
      "<each> si <n> <who> (?:se reparten|comparten|se dividen|reparten|dividen)(?: <fair>)? <amount>(?: <fair>)?",
    ],
    [
      "share",
      "(?:si )?(?:se reparten )?<amount> (?:(?:se reparten|se dividen|son repartidos)(?: <fair>)? )?entre <n> <who>(?: <fair>)?<and><each>",
    ],
    ["share", "(?:una|la) cuenta de <amount> se (?:divide|reparte)(?: <fair>)? entre <n> <who>(?: <fair>)?<and><each>"],
    ["share", "somos <n>(?: <who>)?<and>la cuenta es(?: de)? <amount><and><each>"],
    ["price", "(?:si )?<one>(?<i><W>) (?:cuesta|vale) <amount><and>(?:si )?<buy> <n>(?: (?<j><W>))?<and><ask>"],
    ["price", "(?:si )?<one>(?<i><W>) (?:cuesta|vale) <amount><and>cuánto cuestan <n>(?: (?<j><W>))"],
    ["price", "(?:si )?<buy> <n> (?<i><W>) a <amount> (?:cada cual|por unidad|la unidad)<and><ask>"],
    ["price", "cuánto cuestan <n> (?<i><W>) si (?:cada cual|<one>(?<j><W>)) (?:cuesta|vale) <amount>"],
    [
      "tip",
      "<bill> <amount><and><leave><share> de propina<and>(?:cuánto es(?: la propina| de propina)?|cuánta propina es|cuánta propina dejo)",
    ],
    ["tip", "<bill> <amount><and>cuánto es (?:el |un )?<share> de propina"],
    [
      "with-tip",
      "<bill> <amount><and><leave><share> de propina<and>cuánto (?:pago|pagamos|tengo que pagar)(?: en total)?",
    ],
    [
      "off",
      "(?:un|una|el|la) (?<i><W>) (?:cuesta|costaba|vale) <amount><and>(?:tiene|está con|lleva) (?:un )?<share> de (?:descuento|rebaja)<and>cuánto (?:cuesta|pago|vale)(?: ahora)?",
    ],
    [
      "saved",
      "(?:un|una|el|la) (?<i><W>) (?:cuesta|costaba|vale) <amount><and>(?:tiene|está con|lleva) (?:un )?<share> de (?:descuento|rebaja)<and>cuánto (?:ahorro|me ahorro)",
    ],
    [
      "change",
      "(?:compro|compramos) (?:algo|<one><W>) (?:por|de|que cuesta) <amount><and>(?:pago|pagamos) con <note><and>(?:<back>)",
    ],
    [
      "change",
      "(?:el|la|mi|un|una) <W> (?:cuesta|vale) <amount><and>(?:pago|pagamos|doy)(?: con)? <note><and>(?:<back>)",
    ],
    [
      "rate",
      "(?:si )?(?:ahorro|ahorramos|pago|pagamos|gano|gasto|corro|camino|bebo|leo) <amount> <per> (?<p>día|semana|mes|año)<and>cuánt[oa]s?(?: <word>)? (?:tengo|tendré|tenemos|ahorro|ahorraré|habré ahorrado|pago|gano|gasto|corro|camino|bebo|leo|es|son) (?:en|después de|al|tras|por) (?:<n> |un |1 )?(?<q>días?|semanas?|mes(?:es)?|años?)",
    ],
  ],
};

const WORDS: Readonly<Record<WishLanguage, Words>> = { en: ENGLISH, de: GERMAN, es: SPANISH };
const NUMBER = "\\d+(?:\\.\\d+)?";

/** What is in every story of a kind, whatever its language: patterns are made and tried only then. */
const CUES: Readonly<Record<StoryKind, RegExp>> = {
  share: /(?:each|jede|cada)/u,
  price: /(?:cost|kost|cuesta|vale|pay|zahl|pago|pagamos|bill|total|is that|macht|spend)/u,
  tip: /(?:tip|trinkgeld|propina)/u,
  "with-tip": /(?:tip|trinkgeld|propina)/u,
  off: /%/u,
  saved: /%/u,
  change: /(?:change|back|wechselgeld|rückgeld|zurück|raus|cambio|vuelt|devuelven)/u,
  rate: /(?:day|week|month|year|tag|woche|monat|jahr|día|semana|mes|año)/u,
};
const made = new Map<string, RegExp>();
const ASKS: Readonly<Record<WishLanguage, RegExp>> = { en: /how|what/u, de: /wie ?viel|was/u, es: /cuánt/u };

/** The stories of a language that a question may be: in lower case, its clauses are parted by ` | ` and whose numbers are in digits. */
export function readStories(language: WishLanguage, told: string): readonly Story[] {
  if (!ASKS[language].test(told)) return [];
  const { stop, and, units, parts, stories } = WORDS[language];
  const all: Readonly<Record<string, string>> = {
    ...parts,
    and,
    cur: units,
    num: NUMBER,
    n: `(?<n>${NUMBER})`,
    share: `(?<n>${NUMBER}) ?%`,
    word: `(?!(?:${stop})(?!\\p{L}))\\p{L}[\\p{L}'’-]*`,
    amount: `(?:[$€£] ?)?(?<a>${NUMBER})(?: ?(?<u>${units}|<word>(?: <word>)?))?`,
  };
  const write = (pattern: string): string =>
    pattern.replaceAll(/(?<!\(\?)<(\w+)>/gu, (found, name: string) => {
      const part = all[name];
      return part === undefined ? found : `(?:${write(part)})`;
    });
  return stories.flatMap(([kind, pattern]): readonly Story[] => {
    if (!CUES[kind].test(told)) return [];
    const known = made.get(pattern) ?? new RegExp(`^${write(pattern)}$`, "u");
    made.set(pattern, known);
    return [[kind, known]];
  });
}
