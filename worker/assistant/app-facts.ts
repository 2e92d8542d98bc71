import type { WishLanguage } from "../agent/context/memory-wishes.ts";
import { toBareQuestion } from "../tools/plain-question.ts";

/** Something that is asked about the app itself, and what is so. */
interface Fact {
  /** By language, what such a question holds; the question is about the app in other respects, too: see `APP`. */
  readonly asked: Readonly<Record<WishLanguage, RegExp>>;
  readonly told: Readonly<Record<WishLanguage, string>>;
}

const FACTS: readonly Fact[] = [
  {
    asked: {
      en: /^(?:is|are|do|does|will) (?:my|our|these|the) (?:chats?|data|conversations?|messages|notes|files|questions)\b.*\b(?:shared|sent|uploaded|sold|leave|tracked|collected|recorded)\b(?: (?:with|to|anywhere|on|my|the|this|anyone|anybody|somewhere|someone|else|others|device|computer|server|internet|cloud|company|third parties))*\W*$|^is (?:any(?:one|body)|some(?:one|body)|google) (?:else )?(?:listening|watching|reading|spying)(?: (?:in|along|to me|me|this|what i \w+|to what i \w+|on me))?\W*$|^(?:do|does|are|is|can) (?:you|this app|the app|it|alcove|my (?:chats?|data|conversations?))\b.*\b(?:in|to|on) the cloud\W*$|\b(?:who|any(?:one|body)|some(?:one|body)|others?|other people|you guys|google|the government|hackers?|my boss|strangers?)\b.*\b(?:see|sees|read|reads|access|look at|watch|listen to|know|spy on|track|get at|get) (?:(?:my|our|these|this|the|all|any of) )*(?:chats?|conversations?|messages?|data|notes?|files?|questions?|prompts?|history|what (?:i|we) \w+|this\W*$|it\W*$|me typ\w+|what['’]s here)|^(?:is|are|does|do|will|stays?)\b.*\b(?:(?:my|our|these|the) (?:chats?|conversations?|messages|data|notes|questions|files)|this(?: chat| conversation| app)?|it|everything|what i \w+)(?: here| really| all| stay| kept)* (?:private|confidential|secret|safe|secure|anonymous|between us)(?: here| with you| in this app)?\W*$|\bhow (?:private|secure|safe) (?:is|are) (?:this|(?:my|the|our) (?:chats?|data|conversations?|messages|app)|you|it)(?: here| app)?\W*$|\b(?:do|does|will|would|are|is|can)\b.*\b(?:you|this|it|the app|alcove|anything|my data|my chats?|what i (?:say|type|write))\b.*\b(?:send|sends|sent|share|shares|shared|upload|uploads|uploaded|leave|leaves|collect|collects|sell|sells|spy|spying|track|tracks|tracking|transmit|record|listening|leak)\b.*\b(?:data|information|anything|chats?|conversations?|messages|server|servers|internet|cloud|device|computer|phone|me|company|third part\w+|what i|something|else)\b/iu,
      de: /^(?:liest|hört|schaut|guckt) .*(?<!\p{L})mit\W*$|^(?=.*(?:chats?|gespräch|unterhaltung|nachricht|daten|notizen|meine fragen|dateien|verlauf|was ich|mitles|mitlies)).*(?<!\p{L})(?:wer|jemand|irgendjemand|andere|google|der staat|mein chef|fremde)(?!\p{L}).*(?<!\p{L})(?:sehen|sieht|lesen|liest|mitlesen|mitliest|zugreifen|zugriff|einsehen|mithören)(?!\p{L})|(?<!\p{L})(?:chats?|gespräche?|unterhaltung(?:en)?|nachrichten|daten|notizen|fragen|dateien|das|es|alles|hier|app)(?!\p{L}).*(?<!\p{L})(?:privat|vertraulich|geheim|sicher|anonym)(?: hier)?\W*$|(?<!\p{L})(?:sendest|schickst|sendet|schickt|teilst|teilt|sammelst|sammelt|verkaufst|verkauft|überträgst|überträgt|verlässt|verlassen|weitergegeben|gesendet|geschickt|übertragen|hochgeladen|ausspion\p{L}+|mithör\p{L}+|gibst)(?!\p{L}).*(?:daten|etwas|gerät|server|internet|cloud|chats?|weiter|informationen)|(?:daten|etwas|chats?|gespräche|was ich (?:schreibe|tippe|sage)).*(?<!\p{L})(?:weitergegeben|gesendet|geschickt|übertragen|hochgeladen|verschickt)(?!\p{L})/iu,
      es: /^es (?:esto |todo )?(?:seguro|privado)\W*$|^(?=.*(?:chats?|conversaci|mensajes|datos|notas|preguntas|archivos|historial|lo que)).*(?<!\p{L})(?:quién(?:es)?|alguien|otros|otras personas|google|el gobierno|mi jefe)(?!\p{L}).*(?<!\p{L})(?:ver|ve|leer|lee|acceder|accede|acceso|espiar|escuchar)(?!\p{L})|(?<!\p{L})(?:chats?|conversaci(?:ón|ones)|mensajes|datos|notas|preguntas|archivos|esto|todo|aplicación|app)(?!\p{L}).*(?<!\p{L})(?:privad[oa]s?|confidencial(?:es)?|secret[oa]s?|segur[oa]s?|anónim[oa]s?)(?: aquí)?\W*$|(?<!\p{L})(?:envías?|mandas?|compartes?|recopilas?|vendes?|subes?|sale|salen|espías?|transmites?)(?!\p{L}).*(?:datos|algo|servidor|internet|nube|dispositivo|informaci|conversaci|mensajes)|(?:datos|conversaciones|mensajes).*(?<!\p{L})(?:se envían|se comparten|se venden|se suben|salen)(?!\p{L})/iu,
    },
    told: {
      en: "What you write here stays here, and only you see it: I run in this browser, on your own device, and your chats, notes and files stay in its storage. Nothing of them is sent anywhere, unless you connect a server or a tool of your own that sends; every such tool asks you first. Whoever can use this browser on this device can open the app, too, unless you encrypt everything with a passphrase: Settings, Data.",
      de: "Was du hier schreibst, bleibt hier, und nur du siehst es: Ich laufe in diesem Browser, auf deinem eigenen Gerät, und deine Chats, Notizen und Dateien bleiben in seinem Speicher. Nichts davon wird irgendwohin gesendet, außer du verbindest selbst einen Server oder ein Werkzeug, das etwas sendet; jedes solche Werkzeug fragt dich vorher. Wer diesen Browser auf diesem Gerät benutzen kann, kann auch die App öffnen, es sei denn, du verschlüsselst alles mit einer Passphrase: Einstellungen, Daten.",
      es: "Lo que escribes aquí se queda aquí y solo lo ves tú: funciono en este navegador, en tu propio dispositivo, y tus chats, notas y archivos se quedan en su almacenamiento. Nada de ello se envía a ninguna parte, a menos que conectes tú un servidor o una herramienta que envíe algo; cada una de esas herramientas te pregunta antes. Quien pueda usar este navegador en este dispositivo también puede abrir la aplicación, salvo que lo cifres todo con una frase de contraseña: Ajustes, Datos.",
    },
  },
  {
    asked: {
      en: /\b(?:this|it|you|the app|alcove|everything|i|we|chatting|still)\b.*\b(?:work|works|run|runs|use|used|function|available|usable|answer|chat|talk|need|needs|require|requires)\b.*\b(?:offline|(?:internet|wi-?fi|network)(?: connection| access)?|online|no connection|(?:on|in) (?:a |an |the )?(?:aero|air)?plane(?: mode)?|flight mode)(?: for (?:this|that|it|you)| to (?:use|run|work|chat)(?: (?:this|it|you|the app|with you))?)?\W*$|^(?:are you|is this|is it)(?: really| running| working)* (?:offline|online)\W*$/iu,
      de: /(?<!\p{L})(?:funktionier\p{L}*|läuf\p{L}*|laufen|geht|nutz\p{L}*|benutz\p{L}*|brauch\p{L}*|benötig\p{L}*|verwend\p{L}*|antworte\p{L}*|bist)(?!\p{L}).*(?<!\p{L})(?:offline|internet(?:verbindung)?|wlan|netz|netzwerk|online|flugmodus|flugzeug)(?!\p{L})/iu,
      es: /(?<!\p{L})(?:funciona[rs]?|trabajas?|usar\p{L}*|necesit\p{L}+|hace falta|puedo|va|sirve|estás)(?!\p{L}).*(?<!\p{L})(?:sin conexión|internet|wifi|wi-fi|red|en línea|offline|modo avión|avión)(?!\p{L})/iu,
    },
    told: {
      en: "Once the app and a model have been loaded, everything works without the internet, on this device. A connection is needed only to open the app for the first time and to download further models.",
      de: "Sobald die App und ein Modell geladen sind, funktioniert alles ohne Internet, auf diesem Gerät. Eine Verbindung braucht es nur, um die App zum ersten Mal zu öffnen und weitere Modelle herunterzuladen.",
      es: "Una vez cargados la aplicación y un modelo, todo funciona sin internet, en este dispositivo. Solo hace falta conexión para abrir la aplicación por primera vez y para descargar otros modelos.",
    },
  },
  {
    asked: {
      en: /^where\b.*\b(?:my|our|these|the|all|this)\b.*\b(?:data|chats?|conversations?|messages|notes|memories|files|history|everything|information)\b(?: \w+)?.*\b(?:stored|saved|kept|keep|store|save|go|end up)\W*$|^where (?:do|does|are|is) (?:you|the app|this app|alcove)\b.*\b(?:store|save|keep|run|running|put)\b|^where (?:is|are) (?:it|everything|(?:my |the )?(?:data|chats?|conversations?)) (?:all )?(?:stored|saved|kept)\W*$|^where does what i \w+ go\W*$/iu,
      de: /(?<!\p{L})(?:wo|wohin)(?!\p{L}).*(?:daten|chats?|gespräche|nachrichten|notizen|dateien|verlauf|alles|informationen|läufst|speicherst).*(?:gespeichert|speicher\p{L}*|abgelegt|aufbewahrt|liegen|landen|bleiben|gehen|läufst|$)/iu,
      es: /(?<!\p{L})(?:dónde|adónde|en qué lugar)(?!\p{L}).*(?:se guardan?|guardas|se almacenan?|almacenas|están|van|quedan|funcionas).*(?:datos|chats?|conversaciones|mensajes|notas|archivos|historial|todo|información)|(?<!\p{L})dónde (?:funcionas|te ejecutas)/iu,
    },
    told: {
      en: "In this browser, on this device, and nowhere else: chats, notes, files and models are kept in the browser's own storage for this address. Another browser or device has none of it. Settings, Data shows how much there is; there you can export it or delete it.",
      de: "In diesem Browser, auf diesem Gerät, und nirgends sonst: Chats, Notizen, Dateien und Modelle liegen im Speicher des Browsers für diese Adresse. Ein anderer Browser oder ein anderes Gerät hat nichts davon. Unter Einstellungen, Daten steht, wie viel es ist; dort kannst du es exportieren oder löschen.",
      es: "En este navegador, en este dispositivo, y en ningún otro sitio: los chats, las notas, los archivos y los modelos están en el almacenamiento del navegador para esta dirección. Otro navegador u otro dispositivo no tiene nada de ello. En Ajustes, Datos se ve cuánto es; allí puedes exportarlo o eliminarlo.",
    },
  },
  {
    asked: {
      en: /^(?:is|are) (?:this|it|you|the app|alcove|this app|using (?:this|it|you))(?: all| really| completely)?(?: for)? free(?: of charge| to use)?\W*$|^(?:how much|what) (?:do|does|will|would) (?:this|it|you|the app|alcove|this app)(?: app)? cost(?: me)?(?: to use)?\W*$|^(?:do|must|will) i (?:have|need) to pay(?: (?:for (?:this|it|you|the app|using (?:it|this|you))|anything|something|to use (?:this|it|you)))?\W*$|^(?:is there|do i need|does (?:it|this) need) (?:a|any) (?:subscription|fee|charge|credit card)\b|^(?:what|how much) (?:is|are) (?:the|your) (?:price|cost|fee)s?\b/iu,
      de: /^(?:ist|bist) (?:das|es|die app|diese app|alcove|du)(?: hier)? (?:\p{L}+ )?(?:kostenlos|gratis|umsonst|kostenfrei)|^(?:was|wie ?viel) kostet (?:das|es|die app|diese app|alcove|mich das)(?: hier| alles)?\W*$|^kostet (?:das|es|die app|diese app|alcove)(?: hier| mich)? (?:was|etwas|geld)|(?<!\p{L})muss ich (?:dafür |etwas |was )*(?:be)?zahlen|(?<!\p{L})(?:brauche ich|gibt es) ein abo/iu,
      es: /^(?:es|eres|esto es|la aplicación es|alcove es)(?: todo| completamente)? (?:gratis|gratuit[oa])|^¿?cuánto (?:cuesta|vale) (?:esto|la aplicación|esta aplicación|alcove|usarte|usarlo)|(?:tengo que|hay que|debo) pagar|(?:necesito|hay) (?:una )?suscripción/iu,
    },
    told: {
      en: "It costs nothing: there is no price, no subscription and no account. The app is open source, and your own device does the work.",
      de: "Es kostet nichts: kein Preis, kein Abo, kein Konto. Die App ist quelloffen, und die Arbeit macht dein eigenes Gerät.",
      es: "No cuesta nada: no hay precio, ni suscripción, ni cuenta. La aplicación es de código abierto y el trabajo lo hace tu propio dispositivo.",
    },
  },
  {
    asked: {
      en: /^(?:do|must|should) i (?:need|have) (?:to (?:have |create |make )?)?(?:an? )?(?:account|sign ?(?:up|in)|log ?in|login|register|password|api key)(?: (?:first|here|for (?:this|it|you|the app)|to (?:use|chat|talk|start)\b.*|anywhere))?\W*$/iu,
      de: /(?<!\p{L})(?:brauche ich|muss ich|benötige ich|benötigst du)(?!\p{L}).*(?:konto|account|anmelden|registrieren|einloggen|passwort|api-schlüssel)/iu,
      es: /(?<!\p{L})(?:necesito|tengo que|hace falta|debo)(?!\p{L}).*(?:cuenta|registrarme|registrarse|iniciar sesión|contraseña|clave de api)/iu,
    },
    told: {
      en: "No: there is no account and nothing to sign up for. Just ask.",
      de: "Nein: Es gibt kein Konto und keine Anmeldung. Frag einfach.",
      es: "No: no hay cuenta ni registro. Pregunta sin más.",
    },
  },
  {
    asked: {
      en: /\b(?:who|which company|what company)(?: has| have)?(?: \w+)? (?:made|built|created|developed|programmed|trained|wrote|owns|invented|designed|is behind|runs) (?:you|this app|alcove|the app|this|this program)\W*$|^are you (?:an? )?(?:chat ?gpt|gpt\S*|openai|claude|gemini|bard|copilot|llama|mistral|deepseek|siri|alexa|ai|a\.i\.|artificial\b.*|robot|bot|chatbot|human|person|real(?: person)?|language model|machine|computer)\W*$|\b(?:what|which) (?:language |ai )?(?:model|ai|llm)\b.*\b(?:are you|do you use|is this|am i|is it|you (?:are|use))|^(?:what(?:['’]s| is) your name|do you have a name|what (?:are you called|should i call you)|what is alcove)\W*$/iu,
      de: /^(?:wer|welche firma)(?!\p{L})(?=.*(?<!\p{L})(?:dich|dir|alcove|diese[rn]? app|das hier|dieses programm)(?!\p{L})).*(?<!\p{L})(?:gemacht|gebaut|erschaffen|erstellt|entwickelt|programmiert|trainiert|erfunden|geschrieben|steckt hinter|steht hinter)(?!\p{L})|^bist du (?:ein(?:e)? )?(?:chat ?gpt|gpt\S*|openai|claude|gemini|copilot|llama|siri|alexa|ki|künstliche.*|roboter|bot|chatbot|mensch|person|echt|sprachmodell|maschine|computer)\W*$|^(?:welches|was für ein) (?:sprach|ki-)?modell (?:bist du|ist das|nutzt du|verwendest du|benutzt du)|^(?:wie heißt du|wie ist dein name|hast du einen namen|was ist alcove)\W*$/iu,
      es: /^¿?(?:quién(?:es)?|qué empresa)(?!\p{L})(?=.*(?<!\p{L})(?:te|ti|alcove|esta aplicación|esta app|esto)(?!\p{L})).*(?<!\p{L})(?:hizo|hecho|creó|creado|construyó|desarrolló|desarrollado|programó|programado|entrenó|entrenado|inventó|está detrás)(?!\p{L})|^¿?eres (?:una? )?(?:chat ?gpt|gpt\S*|openai|claude|gemini|copilot|llama|siri|alexa|ia|inteligencia.*|robot|bot|chatbot|human[oa]|persona|real|modelo.*|máquina|ordenador)\W*$|^¿?(?:qué|cuál) modelo (?:eres|es este|usas|utilizas)|^¿?(?:cómo te llamas|cuál es tu nombre|tienes nombre|qué es alcove)\W*$/iu,
    },
    told: {
      en: "I am the assistant of Alcove, an open-source app, and a program, not a person. My words come from a small open model that runs on your device: SmolLM2 135M by Hugging Face, fine-tuned here for using tools. I am none of the large assistants in the cloud.",
      de: "Ich bin der Assistent von Alcove, einer quelloffenen App, und ein Programm, kein Mensch. Meine Worte stammen von einem kleinen, offenen Modell, das auf deinem Gerät läuft: SmolLM2 135M von Hugging Face, hier für den Gebrauch von Werkzeugen nachtrainiert. Ich bin keiner der großen Assistenten aus der Cloud.",
      es: "Soy el asistente de Alcove, una aplicación de código abierto, y un programa, no una persona. Mis palabras salen de un modelo pequeño y abierto que funciona en tu dispositivo: SmolLM2 135M de Hugging Face, reentrenado aquí para usar herramientas. No soy ninguno de los grandes asistentes de la nube.",
    },
  },
  {
    asked: {
      en: /\b(?:how|where|can|may)\b.*\b(?:delete|remove|erase|clear|wipe|get rid of) (?:everything|(?:all )?(?:of )?(?:my|the|these|this|a|an|old|single) (?:old )?(?:data|chats?|conversations?|history|notes?|memories))(?: here| again| from (?:here|this app|this device))?\W*$/iu,
      de: /^(?:wie|wo|kann)(?!\p{L}).*(?:alles|daten|chats?|gespräche?|verlauf|notizen|unterhaltung(?:en)?).*(?:lösch|entfern)\p{L}*|(?<!\p{L})(?:wie|wo) (?:lösche|entferne) ich(?!\p{L})/iu,
      es: /^(?:cómo|dónde|puedo|se puede)(?!\p{L}).*(?:borr|elimin|quit)\p{L}*.*(?:todo|datos|chats?|conversaci|historial|notas)/iu,
    },
    told: {
      en: "Everything: Settings, Data, “Delete everything”. A single chat: the menu beside its name in the list of chats. Single notes: on the Memory page.",
      de: "Alles: Einstellungen, Daten, „Alles löschen“. Einen einzelnen Chat: das Menü neben seinem Namen in der Liste der Chats. Einzelne Notizen: auf der Seite „Gedächtnis“.",
      es: "Todo: Ajustes, Datos, «Eliminar todo». Un solo chat: el menú junto a su nombre en la lista de chats. Notas sueltas: en la página «Memoria».",
    },
  },
  {
    asked: {
      en: /\b(?:how|where|can|could)\b.*\b(?:export|back ?up|move|transfer)\b.*\b(?:my (?:data|chats?|conversations?|notes)|everything|to (?:a|another|my) (?:new )?(?:computer|device|phone|laptop|browser))\b/iu,
      de: /(?<!\p{L})(?:wie|wo|kann)(?!\p{L}).*(?:daten|chats?|gespräche|notizen|alles).*(?:exportier|sicher(?:n|e|ung)|übertrag|umzieh|mitnehm|backup)\p{L}*/iu,
      es: /(?<!\p{L})(?:cómo|dónde|puedo)(?!\p{L}).*(?:export|copia de seguridad|mover|traslad|pasar|llevar)\p{L}*.*(?:datos|chats?|conversaciones|notas|todo|otro (?:ordenador|dispositivo|móvil))/iu,
    },
    told: {
      en: "Settings, Data, “Export everything” makes one file of your chats, notes, tools and settings. On the other device you choose that file in the same place, under import.",
      de: "Einstellungen, Daten, „Alles exportieren“ macht aus deinen Chats, Notizen, Werkzeugen und Einstellungen eine Datei. Auf dem anderen Gerät wählst du diese Datei an derselben Stelle zum Importieren.",
      es: "Ajustes, Datos, «Exportar todo» hace un archivo con tus chats, notas, herramientas y ajustes. En el otro dispositivo eliges ese archivo en el mismo sitio, para importarlo.",
    },
  },
  {
    asked: {
      en: /\b(?:can|could|how|where|is|are|do you have|should|may)\b.*\b(?:bigger|larger|better|smarter|stronger|other|different|another|new|change|switch|more powerful|my own|own)\b.*\bmodels?\b|\bwhy are you (?:so )?(?:stupid|dumb|bad|slow|small|limited)\b/iu,
      de: /(?<!\p{L})(?:kann|könnte|wie|wo|gibt es|hast du|soll)(?!\p{L}).*(?:größer|besser|klüger|stärker|ander|neu|wechs|eigen)\p{L}*.*modelle?n?(?!\p{L})|(?<!\p{L})(?:wie|kann|wo).*modell.*(?:wechs|änder|tausch)\p{L}*|^warum bist du (?:so )?(?:dumm|schlecht|langsam|blöd|klein)/iu,
      es: /(?<!\p{L})(?:puedo|se puede|cómo|dónde|hay|tienes)(?!\p{L}).*(?:(?:otro|cambiar|nuevo|mejor|mayor).*modelos?|modelos?.*(?:más (?:grande|potente|list[oa])s?|mejor(?:es)?|mayor(?:es)?|propio|otros))|^¿?por qué eres tan (?:tont[oa]|mal[oa]|lent[oa]|pequeñ[oa])/iu,
    },
    told: {
      en: "I am a very small model. On the Models page there are larger ones that fit your device, with how fast they would be here, and there you can also open a model file (GGUF) of your own. Once one is on this device, the name above the chat switches between them.",
      de: "Ich bin ein sehr kleines Modell. Auf der Seite „Modelle“ stehen größere, die auf dein Gerät passen, und wie schnell sie hier wären; dort kannst du auch eine eigene Modelldatei (GGUF) öffnen. Liegt eines auf diesem Gerät, wechselst du über den Namen über dem Chat.",
      es: "Soy un modelo muy pequeño. En la página «Modelos» hay otros mayores que caben en tu dispositivo, con la velocidad que tendrían aquí, y allí también puedes abrir un archivo de modelo (GGUF) tuyo. Cuando hay uno en este dispositivo, se cambia con el nombre que está sobre el chat.",
    },
  },
  {
    asked: {
      en: /^(?:can|do|could|are) you (?:able to )?(?:search|browse|surf|access|use|look (?:things )?up on|google|go on|connected to|have access to|connect to)\b.*\b(?:web|internet|online|google|things|websites?)\b/iu,
      de: /^(?:kannst|hast|bist|suchst|greifst) du\b.*(?:internet|web|online|google|netz|googeln)/iu,
      es: /^¿?(?:puedes|tienes|estás)\b.*(?:buscar|navegar|acceso|acceder|conectad[oa]).*(?:internet|web|google|red)/iu,
    },
    told: {
      en: "No, I cannot look anything up on the web: I run on this device and know only what is in my small model, in your notes and in the files you give me. A tool of your own or an MCP server can fetch things: add it on the Tools page.",
      de: "Nein, im Web kann ich nichts nachsehen: Ich laufe auf diesem Gerät und kenne nur, was in meinem kleinen Modell, deinen Notizen und deinen Dateien steht. Ein eigenes Werkzeug oder ein MCP-Server kann etwas holen: füge es auf der Seite „Werkzeuge“ hinzu.",
      es: "No, no puedo consultar la web: funciono en este dispositivo y solo sé lo que hay en mi pequeño modelo, en tus notas y en los archivos que me das. Una herramienta tuya o un servidor MCP puede traer cosas: añádelo en la página «Herramientas».",
    },
  },
  {
    asked: {
      en: /^(?:can|do|are) you (?:able to )?(?:see|hear|watch|listen to|use|access) (?:me|my (?:screen|camera|microphone|mic|face|voice|location|webcam))\W*$|^(?:can|do|could|are) you (?:able to )?(?:draw|paint|make|create|generate|see|look at|recogni[sz]e|show|hear|listen|talk|speak|understand)\b.*\b(?:pictures?|images?|photos?|drawings?|videos?|out loud|aloud|my voice|voice|music)\b/iu,
      de: /^(?:kannst du|siehst du|hörst du)(?: mich| (?:auf )?mein\p{L}* (?:bildschirm|kamera|mikrofon))+(?: sehen| hören| zugreifen)?\W*$|^(?:kannst) du\b.*(?:bild(?:er)?|fotos?|zeichnen|malen|videos?|vorlesen|stimme|musik)(?!\p{L})/iu,
      es: /^¿?(?:puedes (?:ver|oír)(?:me)?|me (?:ves|oyes))(?: mi (?:pantalla|cámara|micrófono))?\W*$|^¿?(?:puedes)\b.*(?:im[aá]gen(?:es)?|fotos?|dibujar|pintar|vídeos?|videos?|en voz alta|voz|música)(?!\p{L})/iu,
    },
    told: {
      en: "No: I only read and write text. I see no pictures and no screen, and hear nothing.",
      de: "Nein: Ich lese und schreibe nur Text. Ich sehe weder Bilder noch deinen Bildschirm und höre nichts.",
      es: "No: solo leo y escribo texto. No veo imágenes ni tu pantalla, y no oigo nada.",
    },
  },
  {
    asked: {
      en: /^(?:can|could|do|may) (?:you|i) (?:also )?(?:read|open|attach|upload|give you|send you|add|use|analy[sz]e|summari[sz]e)\b.*\b(?:files?|pdfs?|documents?|folders?|word|excel|spreadsheets?|csv)\W*$/iu,
      de: /^(?:kannst|kann) (?:du|ich)\b.*(?:dateien?|pdfs?|dokumente?|ordner|tabellen?|word|excel)(?!\p{L})(?: (?:lesen|öffnen|anhängen|hochladen|auswerten|geben|verarbeiten))?\W*$/iu,
      es: /^¿?(?:puedes|puedo)\b.*(?:archivos?|pdfs?|documentos?|carpetas?|tablas?|word|excel)\W*$/iu,
    },
    told: {
      en: "Yes: attach a text, a PDF or a table with the paper clip below, and ask about it. I then show the lines of it that fit your question, or compute with the table. On the Files page you can also connect a folder.",
      de: "Ja: Hänge unten mit der Büroklammer einen Text, ein PDF oder eine Tabelle an und frag danach. Ich zeige dann die Zeilen, die zu deiner Frage passen, oder rechne mit der Tabelle. Auf der Seite „Dateien“ kannst du auch einen Ordner verbinden.",
      es: "Sí: adjunta abajo, con el clip, un texto, un PDF o una tabla y pregunta por él. Te muestro entonces las líneas que responden a tu pregunta, o calculo con la tabla. En la página «Archivos» también puedes conectar una carpeta.",
    },
  },
  {
    asked: {
      en: /^(?:do|can) you (?:speak|understand|know|talk|write)\b.*\b(?:german|spanish|french|italian|portuguese|dutch|chinese|japanese|other languages|languages|english)\W*$|^(?:what|which) languages? (?:do|can) you\b/iu,
      de: /^(?:sprichst|verstehst|kannst) du\b.*(?:deutsch|englisch|spanisch|französisch|italienisch|sprachen)(?!\p{L})|^welche sprachen\b.*\bdu\b/iu,
      es: /^¿?(?:hablas|entiendes|sabes)\b.*(?:español|inglés|alemán|francés|italiano|idiomas|lenguas)(?!\p{L})|^¿?qué idiomas\b/iu,
    },
    told: {
      en: "English best. In German and Spanish I understand simple wishes: sums, conversions, dates, times, notes, tasks and questions about your files. A larger model, on the Models page, speaks more languages.",
      de: "Am besten Englisch. Auf Deutsch und Spanisch verstehe ich einfache Wünsche: Rechnungen, Umrechnungen, Daten, Uhrzeiten, Notizen, Aufgaben und Fragen zu deinen Dateien. Ein größeres Modell, auf der Seite „Modelle“, spricht mehr Sprachen.",
      es: "Mejor inglés. En alemán y en español entiendo deseos sencillos: cuentas, conversiones, fechas, horas, notas, tareas y preguntas sobre tus archivos. Un modelo mayor, en la página «Modelos», habla más idiomas.",
    },
  },
  {
    asked: {
      en: /^(?:are you (?:always|ever|ever going to be) (?:right|wrong|correct|mistaken)|(?:can|should|may) i (?:trust|rely on|believe) you(?:r answers?)?|do you (?:make|ever make) mistakes|can you be wrong|how (?:accurate|reliable|good) are you|is what you say (?:true|right|correct))\b/iu,
      de: /^(?:hast du immer recht|kann ich dir (?:ver)?trauen|kann ich mich auf dich verlassen|machst du fehler|irrst du dich|wie (?:genau|zuverlässig|gut) bist du|stimmt (?:immer |alles )?was du sagst)/iu,
      es: /^¿?(?:tienes siempre razón|puedo (?:fiarme|confiar)|cometes errores|te equivocas|qué tan (?:fiable|preciso) eres)/iu,
    },
    told: {
      en: "No, I am often wrong: I am a very small model and know little. What a card with a tool's result shows, and lines quoted from your files and notes, you can trust; check whatever else I say.",
      de: "Nein, ich irre mich oft: Ich bin ein sehr kleines Modell und weiß wenig. Was die Karte mit dem Ergebnis eines Werkzeugs zeigt und was aus deinen Dateien und Notizen zitiert ist, darauf kannst du dich verlassen; prüfe alles andere, was ich sage.",
      es: "No, me equivoco a menudo: soy un modelo muy pequeño y sé poco. Puedes fiarte de lo que muestra la tarjeta con el resultado de una herramienta y de las líneas citadas de tus archivos y notas; comprueba todo lo demás.",
    },
  },
];

const MAX_QUESTION = 200;
const LANGUAGES: readonly WishLanguage[] = ["en", "de", "es"];

/** What is so, in the language of the question, where a question is about this app; null where it is about anything else. */
export function findAppFact(question: string): string | null {
  const asked = toBareQuestion(question).replace(
    /^(?:hi|hello|hey|hallo|hola|ok(?:ay)?|so|and|und|y|also|but|aber|pero|bitte|please|por favor)(?!\p{L})[,.! ¿]*/iu,
    "",
  );
  // Of files, or of somebody else.
  if (asked.length > MAX_QUESTION || /^(?:remember|note|merke?|notiere?|recuerda|anota)(?!\p{L})/iu.test(asked))
    return null;
  for (const { asked: patterns, told } of FACTS) {
    const language = LANGUAGES.find((each) => patterns[each].test(asked));
    if (language !== undefined) return told[language];
  }
  return null;
}
