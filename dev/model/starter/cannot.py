"""Live data and acts in the world that no tool on offer gives or does, and short sentences that say so, in six languages."""

from random import Random

from .dialogues import Step, dress
from .values import CITIES, FIRST, POOLS, coin, pick
from .wishes import wish

SAID = [
    "I cannot do that on this device.", "I can't do that here, sorry.", "Sorry, that is not something I can do from this device.", "I have no way to do that here.",
    "That is out of my reach: I only work on this device.", "I am not able to do that on this device.", "Unfortunately I cannot do that from here.", "I cannot help with that one: it needs more than this device.",
    "That has to be done outside this device, so I cannot do it.", "I'm afraid I can't do that here.", "Nothing on this device lets me do that.", "I work without the internet, so I cannot do that.",
    "This device gives me no way to do that.", "Sorry, I cannot do this for you from here.", "That is beyond what I can do on this device.", "I can't, as I only have what is on this device.",
    "I am sorry, but I can't do that here.", "Doing that is not possible for me on this device.", "No, I cannot do that from this device.", "I'd like to help, but I can't do that on this device.",
    "I can only work on this device, so that is not possible.", "Sorry, that's not possible here.", "I cannot act outside this device.", "From this device I cannot do that.",
]
LIVE_SAID = [
    "I cannot look that up: I have no live data on this device.", "I can't see that from here, as I work without the internet.", "I have no current data on that, sorry.", "Sorry, I cannot see live information on this device.",
    "That changes all the time, and I cannot look it up here.", "I don't have live data, so I cannot tell.", "I cannot check that on this device.", "I have no access to current information here.",
    "Sorry, nothing on this device tells me that.", "I can't tell you that: I have no connection to live data.",
]
LIVE = """
What is the weather in {x}? ; How warm is it in {x}? ; Is it raining in {x}? ; Will it rain tomorrow? ; Weather today? ; Do I need an umbrella today? ; How will the weather be in {x} on Monday? ; Is it snowing in {x} right now? | city
What is in the news? ; Any news from {x}? ; What happened in {x} today? ; Give me today's headlines. | city
What does a flight to {x} cost? ; How much is a hotel in {x} right now? ; What does {y} cost at the moment? ; Current price of {y}? | city
What is the share price of {x}? ; How is {x} doing at the stock exchange? ; What is bitcoin worth right now? ; What is a euro worth in dollars today? | company
Who won the match yesterday? ; Did {x} win last night? ; What is the score of {x}? ; When does {x} play next? | team
Is the {x} train on time? ; When does the next bus to {x} come? ; How is the traffic in {x}? ; Are there delays to {x}? | city
Is {x} open right now? ; Is there a free table at {x}? ; How busy is {x} today? | place
Did {x} write to me? ; Do I have new mail? ; Where is {x} right now? ; Did anybody call? | person
How many followers does {x} have now? ; What is trending online? ; Search the web for {x}. ; Google {x} for me. | person
""".strip().splitlines()
FOREIGN = [
    ("Wie ist das Wetter in {c}?/Regnet es heute?/Wie warm ist es in {c}?/Was gibt es Neues?/Wie steht der DAX?/Wer hat gestern gewonnen?/Ruf {n} an./Schick {n} eine Mail./Bestell mir eine Pizza./Ruf mir ein Taxi./Buche ein Hotel in {c}./Reserviere einen Tisch für zwei./Mach das Garagentor auf.", "Das kann ich auf diesem Gerät nicht tun./Das geht von diesem Gerät aus leider nicht./Dafür habe ich auf diesem Gerät keine Möglichkeit./Das kann ich hier nicht, ich arbeite ohne Internet./Leider kann ich das hier nicht."),
    ("¿Qué tiempo hace en {c}?/¿Va a llover hoy?/¿Qué noticias hay?/¿Cuánto vale el euro hoy?/¿Quién ganó ayer?/Llama a {n}./Envía un correo a {n}./Pide una pizza./Llámame un taxi./Reserva un hotel en {c}.", "No puedo hacer eso en este dispositivo./Desde este dispositivo no es posible./Lo siento, aquí no puedo hacerlo./Trabajo sin internet, así que no puedo./Eso está fuera de mi alcance en este dispositivo."),
    ("Quel temps fait-il à {c} ?/Va-t-il pleuvoir ?/Quelles sont les nouvelles ?/Qui a gagné hier ?/Appelle {n}./Envoie un mail à {n}./Commande une pizza./Appelle-moi un taxi./Réserve un hôtel à {c}.", "Je ne peux pas faire cela sur cet appareil./Ce n'est pas possible depuis cet appareil./Désolé, je ne peux pas le faire ici./Je travaille sans internet, je ne peux donc pas./Cet appareil ne me le permet pas."),
    ("Che tempo fa a {c}?/Pioverà oggi?/Che notizie ci sono?/Chi ha vinto ieri?/Chiama {n}./Manda una mail a {n}./Ordina una pizza./Chiamami un taxi./Prenota un albergo a {c}.", "Non posso farlo su questo dispositivo./Da questo dispositivo non è possibile./Mi dispiace, qui non posso farlo./Lavoro senza internet, quindi non posso."),
    ("Como está o tempo em {c}?/Vai chover hoje?/Quais são as notícias?/Quem ganhou ontem?/Liga para {n}./Manda um e-mail para {n}./Pede uma pizza./Chama um táxi./Reserva um hotel em {c}.", "Não posso fazer isso neste dispositivo./Deste dispositivo não é possível./Desculpe, aqui não consigo fazer isso./Trabalho sem internet, por isso não posso."),
]


def cannot(rng: Random, deeds: str) -> list[Step] | None:
    """Something that nothing here does; none where a tool on offer may. `deeds` is what is known of those."""
    roll = rng.random()
    if roll < 0.25:
        asked, said = pick(rng, FOREIGN)
        if {"weather", "mail", "call", "order", "book"} & set(deeds.split()):
            return None
        return [("user", pick(rng, asked.split("/")).format(c=pick(rng, CITIES), n=pick(rng, FIRST))), ("model", pick(rng, said.split("/")))]
    if roll < 0.6:
        asked, _, kind = pick(rng, LIVE).rpartition(" | ")
        if any(word in deeds for word in ("weather", "rain", "news", "price", "stock", "share", "score", "match", "train", "bus", "traffic", "open", "mail", "search", "rate", "flight", "hotel", "forecast", "look up", "web")):
            return None
        pool = {"city": CITIES, "person": FIRST}.get(kind) or POOLS[kind]
        question = pick(rng, asked.split(" ; ")).replace("{x}", pick(rng, pool)).replace("{y}", pick(rng, POOLS["thing"]))
        return [("user", dress(rng, question)), ("model", pick(rng, LIVE_SAID if coin(rng, 0.75) else SAID))]
    question = wish(rng, deeds)
    return question and [("user", question), ("model", pick(rng, SAID))]
