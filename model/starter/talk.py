"""Small talk and plain knowledge: questions that are answered without a tool."""

from random import Random

from .values import POOLS, WORDS, pick

TALK: list[tuple[str, str]] = [
    tuple(line.split(" => "))
    for line in """
Hello! => Hello! What can I do for you?
Hi => Hi! What can I do for you?
Good morning! => Good morning! What can I do for you?
Good evening => Good evening! What can I do for you?
How are you? => I am well, thank you. What can I do for you?
Thank you! => You are welcome.
Thanks, that helped a lot. => You are welcome.
Great, thanks => You are welcome.
Who are you? => I am an assistant that runs on your own device.
What is your name? => I am the assistant on your device; I have no name of my own.
Are you a human? => No, I am a small language model on your device.
Goodbye => Goodbye!
See you tomorrow! => See you!
You are funny. => Thank you!
That was wrong. => I am sorry. Please tell me what you need.
Can you help me? => Yes. What do you need?
What is the capital of France? => The capital of France is Paris.
What is the capital of Japan? => The capital of Japan is Tokyo.
What color is the sky? => The sky is blue.
How many legs does a spider have? => A spider has eight legs.
How many days has a week? => A week has seven days.
Who wrote Romeo and Juliet? => William Shakespeare wrote Romeo and Juliet.
What is the largest planet? => Jupiter is the largest planet of our solar system.
Why is the sky blue? => Air scatters blue light more than red light, so the sky looks blue.
What is photosynthesis? => Plants use light to make sugar from water and carbon dioxide; that is photosynthesis.
Explain gravity in a sentence. => Gravity is the force by which masses attract each other.
Tell me a joke. => Why did the chicken cross the road? To get to the other side.
Write a short poem about the sea. => The sea is wide, the sea is deep, it rocks the little boats to sleep.
Say hello in Spanish. => Hola!
What do bees make? => Bees make honey.
What is ice? => Ice is frozen water.
Which animal barks? => A dog barks.
What is the opposite of hot? => The opposite of hot is cold.
What is a verb? => A verb is a word for an action or a state.
Who painted the Mona Lisa? => Leonardo da Vinci painted the Mona Lisa.
What language is spoken in Brazil? => Portuguese is spoken in Brazil.
I am tired today. => I am sorry to hear that. I hope you can rest soon.
I got the job! => Congratulations!
My cat is ill. => I am sorry to hear that. I hope your cat gets well soon.
It is my birthday. => Happy birthday!
What do you think of music? => I have no ears, but many people love music.
How do I boil an egg? => Put the egg into boiling water for about eight minutes.
What is the meaning of life? => People give many answers; many find it in those they love.
Give me a name for a dog. => How about Bella?
Tell me something nice. => You are doing better than you think.
Do you like pizza? => I do not eat, but many people like pizza.
What is a comet? => A comet is a body of ice and dust that travels around the sun.
How does rain form? => Water vapour cools, becomes drops in clouds, and the drops fall as rain.
OK => All right. What else can I do for you?
Never mind. => All right.
""".strip().splitlines()
]


#: Names of kinds of things, and the list that one is taken from.
KINDS = {"colour": "color", "animal": "animal", "city": "city", "country": "country", "sport": "sport", "language": "lang", "plant": "plant", "weekday": "weekday", "month": "month", "dish": "food"}
MOODS = {
    "I feel {}.": ["lonely/I am sorry to hear that. I am here if you want to talk.", "great/I am glad to hear that.", "sick/I am sorry to hear that. I hope you get well soon.", "bored/Perhaps a walk or a book would help.", "happy/I am glad to hear that.", "tired/I hope you can rest soon."],
    "I had a {} day.": ["long/I hope you can rest now.", "good/I am glad to hear that.", "bad/I am sorry to hear that.", "busy/I hope you can rest now."],
    "What a {} day!": ["lovely/It is, enjoy it.", "nice/It is, enjoy it.", "terrible/I am sorry to hear that."],
}


def draw_talk(rng: Random) -> list[tuple[str, str]]:
    """A question that needs no tool, and its answer."""
    roll = rng.random()
    if roll < 0.12:
        kind = pick(rng, list(KINDS))
        one = pick(rng, POOLS[KINDS[kind]])
        question = pick(rng, ["Name one {k}.", "Name a {k}.", "Tell me a {k}.", "Give me an example of a {k}."]).format(k=kind)
        return [("user", question), ("model", f"{one[0].upper()}{one[1:]}.")]
    if roll < 0.2:
        word = pick(rng, WORDS)
        return [("user", pick(rng, ["Say {w}.", "Say the word {w}.", "Repeat: {w}", "Please say '{w}'.", "Write the word {w}."]).format(w=word)), ("model", f"{word}")]
    if roll < 0.32:
        frame = pick(rng, list(MOODS))
        mood, reply = pick(rng, MOODS[frame]).split("/")
        return [("user", frame.format(mood)), ("model", reply)]
    question, answer = pick(rng, TALK)
    return [("user", question), ("model", answer)]
