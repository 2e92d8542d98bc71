"""Questions in ten languages for tools of the catalogue: lamps, timers, weather, tasks and the like."""

from random import Random

from .catalogue import Tool, fill
from .dialogues import Step, result_of
from .prompt import write_results
from .values import coin, pick
from .vary import Offered

#: For each language: rooms (kitchen, bedroom, hall, garden, office, bathroom) as they follow the preposition.
ROOMS = {
    "de": "in der Küche;im Schlafzimmer;im Flur;im Garten;im Büro;im Bad",
    "es": "en la cocina;en el dormitorio;en el pasillo;en el jardín;en la oficina;en el baño",
    "fr": "dans la cuisine;dans la chambre;dans le couloir;dans le jardin;dans le bureau;dans la salle de bains",
    "it": "in cucina;in camera da letto;nel corridoio;in giardino;in ufficio;in bagno",
    "pt": "na cozinha;no quarto;no corredor;no jardim;no escritório;no banheiro",
    "nl": "in de keuken;in de slaapkamer;in de gang;in de tuin;op kantoor;in de badkamer",
    "pl": "w kuchni;w sypialni;w korytarzu;w ogrodzie;w biurze;w łazience",
    "sv": "i köket;i sovrummet;i hallen;i trädgården;på kontoret;i badrummet",
    "tr": "mutfakta;yatak odasında;koridorda;bahçede;ofiste;banyoda",
    "da": "i køkkenet;i soveværelset;i gangen;i haven;på kontoret;på badeværelset",
}
ROOM_NAMES = "kitchen bedroom hall garden office bathroom".split()
#: For each language and tool: questions, parted by `/`; `[room]` is a room with its preposition.
QUESTIONS = {
    "de": {
        "room_lamp": "Schalte das Licht [room] ein@state=on/Mach die Lampe [room] an@state=on/Mach das Licht [room] aus@state=off/Schalte die Lampe [room] ab@state=off/Licht aus [room]@state=off/Es ist dunkel [room], mach Licht@state=on/Lösche das Licht [room]@state=off",
        "room_heat": "Heize [room] auf {degrees} Grad/Stelle die Heizung [room] auf {degrees} Grad/Ich möchte {degrees} Grad [room]",
        "egg_timer": "Stelle einen Wecker auf {minutes}/Timer auf {minutes}/Starte einen Timer für {minutes}/Sag mir in {minutes} Bescheid",
        "alarm_at": "Wecke mich um {time}/Stelle den Wecker auf {time}/Ich muss um {time} aufstehen",
        "sound_level": "Stelle die Lautstärke auf {percent} Prozent/Mach den Ton auf {percent} Prozent/Lautstärke {percent}",
        "screen_light": "Stelle die Helligkeit auf {percent} Prozent/Bildschirm auf {percent} Prozent",
        "battery_state": "Wie voll ist die Batterie?/Wie viel Akku habe ich noch?/Muss ich das Gerät laden?",
        "open_tasks": "Was muss ich noch tun?/Zeig mir meine Aufgaben/Welche Aufgaben sind offen?",
        "task_add": "Setze '{text}' auf meine Liste/Neue Aufgabe: {text}/Schreib {text} auf die Liste",
        "weather_today": "Wie ist das Wetter in {town}?/Regnet es gerade in {town}?/Wie warm ist es in {town}?",
        "weather_coming": "Wie wird das Wetter in {town} in {days} Tagen?",
        "music_play": "Spiel {query}/Spiele bitte {query}/Ich möchte {query} hören",
        "address_of": "Wie ist die Adresse von {name}?/Suche die Adresse von {name}",
        "device_place": "Wo bin ich?/In welcher Stadt sind wir?",
        "throw_dice": "Würfle einmal/Wirf einen Würfel",
        "message_to": "Schreib an {to}: {text}/Sende {to} die Nachricht '{text}'",
        "plus_two": "Was ist {a} plus {b}?/Addiere {a} und {b}",
        "times_two": "Was ist {a} mal {b}?/Multipliziere {a} mit {b}",
        "percent_of": "Was sind {percent} Prozent von {of}?/Wie viel ist {percent}% von {of}?",
    },
    "es": {
        "room_lamp": "Enciende la luz [room]@state=on/Pon la luz [room]@state=on/Apaga la luz [room]@state=off/Apaga la lámpara [room]@state=off/Luz [room], por favor@state=on/Está oscuro [room], enciende la luz@state=on",
        "room_heat": "Pon {degrees} grados [room]/Calienta a {degrees} grados [room]",
        "egg_timer": "Pon un temporizador de {minutes}/Avísame en {minutes}/Temporizador: {minutes}",
        "alarm_at": "Despiértame a las {time}/Pon una alarma a las {time}",
        "sound_level": "Sube el volumen al {percent} por ciento/Volumen al {percent}%/Pon el sonido al {percent} por ciento",
        "screen_light": "Pon el brillo al {percent} por ciento/Brillo de la pantalla al {percent}%",
        "battery_state": "¿Cuánta batería queda?/¿Cómo está la batería?/¿Tengo que cargar el teléfono?",
        "open_tasks": "¿Qué tengo que hacer?/Muéstrame mis tareas/¿Qué tareas hay?",
        "task_add": "Añade '{text}' a mi lista/Nueva tarea: {text}/Apunta {text} en la lista",
        "weather_today": "¿Qué tiempo hace en {town}?/¿Está lloviendo en {town}?/¿Hace frío en {town}?",
        "weather_coming": "¿Qué tiempo hará en {town} en {days} días?",
        "music_play": "Pon {query}/Toca {query}/Quiero escuchar {query}",
        "address_of": "¿Cuál es la dirección de {name}?/Busca la dirección de {name}",
        "device_place": "¿Dónde estoy?/¿En qué ciudad estamos?",
        "throw_dice": "Tira un dado/Lanza el dado",
        "message_to": "Escribe a {to}: {text}/Manda a {to} el mensaje '{text}'",
        "plus_two": "¿Cuánto es {a} más {b}?/Suma {a} y {b}",
        "times_two": "¿Cuánto es {a} por {b}?/Multiplica {a} por {b}",
        "percent_of": "¿Cuánto es el {percent} por ciento de {of}?/El {percent}% de {of}",
    },
    "fr": {
        "room_lamp": "Allume la lumière [room]@state=on/Allume la lampe [room]@state=on/Éteins la lumière [room]@state=off/Éteins la lampe [room]@state=off/Mets la lumière [room]@state=on/Il fait sombre [room], allume@state=on",
        "room_heat": "Mets {degrees} degrés [room]/Chauffe à {degrees} degrés [room]",
        "egg_timer": "Mets un minuteur de {minutes}/Préviens-moi dans {minutes}/Minuteur : {minutes}",
        "alarm_at": "Réveille-moi à {time}/Mets une alarme à {time}",
        "sound_level": "Mets le volume à {percent} pour cent/Règle le son à {percent} %/Volume : {percent}",
        "screen_light": "Règle la luminosité à {percent} pour cent/Luminosité à {percent} %",
        "battery_state": "Combien de batterie reste-t-il ?/La batterie est-elle pleine ?/Dois-je recharger l'appareil ?",
        "open_tasks": "Qu'est-ce que j'ai à faire ?/Montre mes tâches/Quelles tâches sont ouvertes ?",
        "task_add": "Ajoute '{text}' à ma liste/Nouvelle tâche : {text}/Note {text} sur la liste",
        "weather_today": "Quel temps fait-il à {town} ?/Est-ce qu'il pleut à {town} ?/Il fait chaud à {town} ?",
        "weather_coming": "Quel temps fera-t-il à {town} dans {days} jours ?",
        "music_play": "Joue {query}/Mets {query}/Je voudrais écouter {query}",
        "address_of": "Quelle est l'adresse de {name} ?/Cherche l'adresse de {name}",
        "device_place": "Où suis-je ?/Dans quelle ville sommes-nous ?",
        "throw_dice": "Lance un dé/Jette le dé",
        "message_to": "Écris à {to} : {text}/Envoie à {to} le message '{text}'",
        "plus_two": "Combien font {a} plus {b} ?/Additionne {a} et {b}",
        "times_two": "Combien font {a} fois {b} ?/Multiplie {a} par {b}",
        "percent_of": "Combien font {percent} pour cent de {of} ?/{percent} % de {of} ?",
    },
    "it": {
        "room_lamp": "Accendi la luce [room]@state=on/Accendi la lampada [room]@state=on/Spegni la luce [room]@state=off/Spegni la lampada [room]@state=off/È buio [room], accendi@state=on",
        "room_heat": "Metti {degrees} gradi [room]/Scalda a {degrees} gradi [room]",
        "egg_timer": "Imposta un timer di {minutes}/Avvisami tra {minutes}/Timer: {minutes}",
        "alarm_at": "Svegliami alle {time}/Metti la sveglia alle {time}",
        "sound_level": "Metti il volume al {percent} per cento/Volume al {percent}%/Alza il suono al {percent} per cento",
        "screen_light": "Metti la luminosità al {percent} per cento/Luminosità dello schermo al {percent}%",
        "battery_state": "Quanta batteria c'è?/Quanto è carica la batteria?/Devo ricaricare?",
        "open_tasks": "Che cosa devo fare?/Mostrami le attività/Quali compiti ho?",
        "task_add": "Aggiungi '{text}' alla lista/Nuova attività: {text}/Scrivi {text} nella lista",
        "weather_today": "Che tempo fa a {town}?/Piove a {town}?/Fa freddo a {town} adesso?",
        "weather_coming": "Che tempo farà a {town} tra {days} giorni?",
        "music_play": "Metti {query}/Suona {query}/Vorrei ascoltare {query}",
        "address_of": "Qual è l'indirizzo di {name}?/Cerca l'indirizzo di {name}",
        "device_place": "Dove sono?/In che città siamo?",
        "throw_dice": "Lancia un dado/Tira il dado",
        "message_to": "Scrivi a {to}: {text}/Manda a {to} il messaggio '{text}'",
        "plus_two": "Quanto fa {a} più {b}?/Somma {a} e {b}",
        "times_two": "Quanto fa {a} per {b}?/Moltiplica {a} per {b}",
        "percent_of": "Quanto è il {percent} per cento di {of}?/Il {percent}% di {of}",
    },
    "pt": {
        "room_lamp": "Acenda a luz [room]@state=on/Ligue a luz [room]@state=on/Apague a luz [room]@state=off/Desligue a luz [room]@state=off/Está escuro [room], acenda a luz@state=on",
        "room_heat": "Aqueça a {degrees} graus [room]/Quero {degrees} graus [room]",
        "egg_timer": "Coloque um temporizador de {minutes}/Avise-me em {minutes}/Cronômetro de {minutes}",
        "alarm_at": "Acorde-me às {time}/Coloque o alarme para as {time}",
        "sound_level": "Ponha o volume em {percent} por cento/Volume a {percent}%/Som em {percent} por cento",
        "screen_light": "Ponha o brilho em {percent} por cento",
        "battery_state": "Quanta bateria resta?/Como está a bateria?/Preciso carregar?",
        "open_tasks": "O que tenho de fazer?/Mostre as minhas tarefas/Que tarefas tenho?",
        "task_add": "Adicione '{text}' à minha lista/Nova tarefa: {text}",
        "weather_today": "Como está o tempo em {town}?/Está chovendo em {town}?/Que tempo faz em {town}?",
        "weather_coming": "Como vai estar o tempo em {town} daqui a {days} dias?",
        "music_play": "Toque {query}/Quero ouvir {query}",
        "address_of": "Qual é o endereço de {name}?",
        "device_place": "Onde estou?/Em que cidade estamos?",
        "throw_dice": "Lance um dado/Jogue o dado",
        "message_to": "Escreva para {to}: {text}",
        "plus_two": "Quanto é {a} mais {b}?/Some {a} e {b}",
        "times_two": "Quanto é {a} vezes {b}?/Multiplique {a} por {b}",
        "percent_of": "Quanto é {percent} por cento de {of}?",
    },
    "nl": {
        "room_lamp": "Doe het licht [room] aan@state=on/Zet de lamp [room] aan@state=on/Doe het licht [room] uit@state=off/Zet de lamp [room] uit@state=off/Het is donker [room], doe het licht aan@state=on",
        "room_heat": "Verwarm [room] tot {degrees} graden/Ik wil {degrees} graden [room]",
        "egg_timer": "Zet een timer op {minutes}/Waarschuw me over {minutes}/Timer: {minutes}",
        "alarm_at": "Maak me wakker om {time}/Zet de wekker op {time}",
        "sound_level": "Zet het volume op {percent} procent/Geluid op {percent} procent/Volume {percent}%",
        "screen_light": "Zet de helderheid op {percent} procent",
        "battery_state": "Hoe vol is de batterij?/Hoeveel batterij heb ik nog?/Moet ik opladen?",
        "open_tasks": "Wat moet ik nog doen?/Laat mijn taken zien/Welke taken heb ik?",
        "task_add": "Zet '{text}' op mijn lijst/Nieuwe taak: {text}",
        "weather_today": "Wat is het weer in {town}?/Regent het in {town}?/Hoe is het weer nu in {town}?",
        "weather_coming": "Hoe wordt het weer in {town} over {days} dagen?",
        "music_play": "Speel {query}/Zet {query} op/Ik wil {query} horen",
        "address_of": "Wat is het adres van {name}?",
        "device_place": "Waar ben ik?/In welke stad zijn we?",
        "throw_dice": "Gooi een dobbelsteen/Dobbel een keer",
        "message_to": "Schrijf aan {to}: {text}",
        "plus_two": "Hoeveel is {a} plus {b}?/Tel {a} en {b} op",
        "times_two": "Hoeveel is {a} keer {b}?/Vermenigvuldig {a} met {b}",
        "percent_of": "Hoeveel is {percent} procent van {of}?",
    },
    "pl": {
        "room_lamp": "Włącz światło [room]@state=on/Zapal lampę [room]@state=on/Wyłącz światło [room]@state=off/Zgaś lampę [room]@state=off/Ciemno [room], zapal światło@state=on",
        "room_heat": "Ustaw {degrees} stopni [room]/Ogrzej do {degrees} stopni [room]",
        "egg_timer": "Ustaw minutnik na {minutes}/Daj znać za {minutes}/Minutnik: {minutes}",
        "alarm_at": "Obudź mnie o {time}/Ustaw budzik na {time}",
        "sound_level": "Ustaw głośność na {percent} procent/Głośność {percent} procent/Dźwięk na {percent}%",
        "screen_light": "Ustaw jasność na {percent} procent",
        "battery_state": "Ile baterii zostało?/Jaki jest stan baterii?/Czy muszę naładować telefon?",
        "open_tasks": "Co mam do zrobienia?/Pokaż moje zadania/Jakie mam zadania?",
        "task_add": "Dodaj '{text}' do listy/Nowe zadanie: {text}",
        "weather_today": "Jaka jest pogoda w {town}?/Czy pada w {town}?/Jak ciepło jest w {town}?",
        "weather_coming": "Jaka będzie pogoda w {town} za {days} dni?",
        "music_play": "Zagraj {query}/Puść {query}/Chcę posłuchać {query}",
        "address_of": "Jaki jest adres {name}?",
        "device_place": "Gdzie jestem?/W jakim mieście jesteśmy?",
        "throw_dice": "Rzuć kostką/Rzuć raz kością",
        "message_to": "Napisz do {to}: {text}",
        "plus_two": "Ile to jest {a} plus {b}?/Dodaj {a} i {b}",
        "times_two": "Ile to jest {a} razy {b}?/Pomnóż {a} przez {b}",
        "percent_of": "Ile to jest {percent} procent z {of}?",
    },
    "sv": {
        "room_lamp": "Tänd ljuset [room]@state=on/Tänd lampan [room]@state=on/Släck ljuset [room]@state=off/Släck lampan [room]@state=off/Det är mörkt [room], tänd@state=on",
        "room_heat": "Värm till {degrees} grader [room]/Jag vill ha {degrees} grader [room]",
        "egg_timer": "Ställ en timer på {minutes}/Säg till om {minutes}/Timer: {minutes}",
        "alarm_at": "Väck mig klockan {time}/Ställ alarmet på {time}",
        "sound_level": "Sätt volymen på {percent} procent/Volym {percent} procent/Ljudet på {percent}%",
        "screen_light": "Sätt ljusstyrkan på {percent} procent",
        "battery_state": "Hur mycket batteri är kvar?/Hur fullt är batteriet?/Måste jag ladda?",
        "open_tasks": "Vad har jag att göra?/Visa mina uppgifter/Vilka uppgifter har jag?",
        "task_add": "Lägg till '{text}' på min lista/Ny uppgift: {text}",
        "weather_today": "Hur är vädret i {town}?/Regnar det i {town}?/Hur varmt är det i {town}?",
        "weather_coming": "Hur blir vädret i {town} om {days} dagar?",
        "music_play": "Spela {query}/Sätt på {query}/Jag vill höra {query}",
        "address_of": "Vad är adressen till {name}?",
        "device_place": "Var är jag?/Vilken stad är vi i?",
        "throw_dice": "Kasta en tärning/Slå en tärning",
        "message_to": "Skriv till {to}: {text}",
        "plus_two": "Vad är {a} plus {b}?/Addera {a} och {b}",
        "times_two": "Vad är {a} gånger {b}?/Multiplicera {a} med {b}",
        "percent_of": "Vad är {percent} procent av {of}?",
    },
    "tr": {
        "room_lamp": "Işığı aç, [room]@state=on/[room] lambayı aç@state=on/Işığı kapat, [room]@state=off/[room] lambayı kapat@state=off/[room] karanlık, ışığı aç@state=on",
        "room_heat": "[room] {degrees} derece olsun/Isıyı {degrees} dereceye getir, [room]",
        "egg_timer": "Zamanlayıcı kur: {minutes}/{minutes} sonra haber ver",
        "alarm_at": "Beni saat {time} uyandır/Alarmı {time} için kur",
        "sound_level": "Sesi yüzde {percent} yap/Ses seviyesi yüzde {percent} olsun",
        "screen_light": "Parlaklığı yüzde {percent} yap",
        "battery_state": "Pil ne kadar dolu?/Ne kadar pil kaldı?/Şarj etmem gerekiyor mu?",
        "open_tasks": "Ne yapmam gerekiyor?/Görevlerimi göster/Hangi görevler var?",
        "task_add": "Listeme '{text}' ekle/Yeni görev: {text}",
        "weather_today": "{town} için hava nasıl?/{town} şehrinde yağmur yağıyor mu?",
        "weather_coming": "{days} gün sonra {town} için hava nasıl olacak?",
        "music_play": "{query} çal/{query} dinlemek istiyorum",
        "address_of": "{name} için adres nedir?",
        "device_place": "Neredeyim?/Hangi şehirdeyiz?",
        "throw_dice": "Zar at/Bir zar at",
        "message_to": "{to} adresine yaz: {text}",
        "plus_two": "{a} artı {b} kaç eder?",
        "times_two": "{a} çarpı {b} kaç eder?",
        "percent_of": "{of} sayısının yüzde {percent} kadarı kaç?",
    },
    "da": {
        "room_lamp": "Tænd lyset [room]@state=on/Tænd lampen [room]@state=on/Sluk lyset [room]@state=off/Sluk lampen [room]@state=off/Der er mørkt [room], tænd lyset@state=on",
        "room_heat": "Varm op til {degrees} grader [room]/Jeg vil have {degrees} grader [room]",
        "egg_timer": "Sæt en timer på {minutes}/Sig til om {minutes}/Timer: {minutes}",
        "alarm_at": "Væk mig klokken {time}/Sæt alarmen til {time}",
        "sound_level": "Sæt lydstyrken til {percent} procent/Lyd på {percent} procent",
        "screen_light": "Sæt lysstyrken til {percent} procent",
        "battery_state": "Hvor meget batteri er der tilbage?/Hvor fuldt er batteriet?/Skal jeg lade op?",
        "open_tasks": "Hvad skal jeg lave?/Vis mine opgaver/Hvilke opgaver har jeg?",
        "task_add": "Sæt '{text}' på min liste/Ny opgave: {text}",
        "weather_today": "Hvordan er vejret i {town}?/Regner det i {town}?",
        "weather_coming": "Hvordan bliver vejret i {town} om {days} dage?",
        "music_play": "Spil {query}/Jeg vil høre {query}",
        "address_of": "Hvad er adressen på {name}?",
        "device_place": "Hvor er jeg?/Hvilken by er vi i?",
        "throw_dice": "Kast en terning/Slå med terningen",
        "message_to": "Skriv til {to}: {text}",
        "plus_two": "Hvad er {a} plus {b}?/Læg {a} og {b} sammen",
        "times_two": "Hvad er {a} gange {b}?/Gang {a} med {b}",
        "percent_of": "Hvad er {percent} procent af {of}?",
    },
}
#: Minutes in each language; the number words stay figures.
MINUTES = {"de": "Minuten", "es": "minutos", "fr": "minutes", "it": "minuti", "pt": "minutos", "nl": "minuten", "pl": "minut", "sv": "minuter", "tr": "dakika", "da": "minutter"}
SPOKEN = {name for questions in QUESTIONS.values() for name in questions}


def in_language(rng: Random, offered: Offered) -> list[Step] | None:
    """A question in one of the languages, its call, and sometimes result and answer."""
    tool: Tool = offered.tool
    language = pick(rng, list(QUESTIONS))
    if tool.name not in QUESTIONS[language]:
        return None
    question = pick(rng, QUESTIONS[language][tool.name].split("/"))
    if "[room]" in question:
        place = rng.randrange(len(ROOM_NAMES))
        question = question.replace("[room]", ROOMS[language].split(";")[place]) + f"@room={ROOM_NAMES[place]}"
        question = question[0].upper() + question[1:]
    given = {}
    if "{minutes}" in question:
        value = rng.randint(2, 60)
        given["minutes"] = (value, f"{value} {MINUTES[language]}")
    filled = fill(rng, tool, question, given)
    text = filled.text if filled.text[-1] in ".?!" or coin(rng, 0.3) else filled.text + "."
    steps: list[Step] = [("user", text), ("model", offered.call(filled))]
    if coin(rng, 0.25):
        _, result, answer = result_of(rng, offered, filled)
        steps += [("user", write_results([(offered.name, result)])), ("model", answer)]
    return steps
