"""Tools composed of things and what can be done with them: a family of near tools for each thing."""

from .catalogue import Tool, read_params

#: A thing, its plural, and three of its fields: name, kind, words before the value in a question.
THINGS = """
ticket | tickets | subject:topic about; severity:<low/medium/critical> with severity; assignee:person for
vehicle | vehicles | plate:code with the plate; brand:company made by; mileage:int with a mileage of
patient | patients | full_name:fullname called; ward:word in ward; age:count aged
lesson | lessons | topic:school on; teacher:person with; minutes:count lasting minutes
sensor | sensors | place:room in the; unit:<celsius/lux/percent> measuring in; interval:count read every seconds
member | members | full_name:fullname named; email:email with the address; level:<basic/gold/platinum> on level
warehouse_item | warehouse_items | label:thing labelled; shelf:code on shelf; stock:int with a stock of
trip | trips | destination:city to; start_date:date starting; travellers:count for a party of
budget_entry | budget_entries | label:phrase for; amount:money over; booked_on:date dated
webhook | webhooks | target_url:url to; event:<push/pull/release> on; secret_name:word signed with
field_plot | field_plots | crop:plant planted with; area:num of size; soil:<clay/sand/loam> on
contract | contracts | partner:company with; signed_on:date signed; value:big worth
rehearsal | rehearsals | piece:title of; hall:place at; begins:time at
recipe_card | recipe_cards | dish:food for; cook:person by; servings:count serving
printer_job | printer_jobs | document:file of; copies:count in copies; paper:<a4/a3/letter> on
shift | shifts | worker:fullname for; day:weekday on; hours:digit of hours
donation | donations | donor:fullname from; sum:money of; campaign:word for
plane | planes | tail_number:code numbered; seats:int with seats; base:city based in
apartment | apartments | street:street at; rent:int for a rent of; rooms:digit with rooms
experiment | experiments | title:topic on; lead:fullname led by; started:date begun
survey | surveys | title:topic on; closes:date until; audience:<students/staff/public> for
voucher | vouchers | code_text:code with the code; percent:pct over percent; valid_until:date valid until
""".strip()


def say(thing: str) -> str:
    """A thing's name in words."""
    return thing.replace("_", " ")


def compose() -> list[Tool]:
    """Five tools for each thing: create, get, list, update, delete."""
    tools = []
    for line in THINGS.splitlines():
        thing, plural, fields = (part.strip() for part in line.split("|"))
        one, many = say(thing), say(plural)
        article = "an" if one[0] in "aeiou" else "a"
        members = []
        for part in fields.split(";"):
            spec, _, words = part.strip().partition(" ")
            name, kind = spec.split(":", 1)
            members.append((name, kind, words))
        (n1, k1, w1), (n2, k2, w2), (n3, k3, w3) = members
        key = f"{thing}_id"

        def add(name: str, deed: str, params: str, questions: list[str], gives: str) -> None:
            tools.append(Tool(name, deed, read_params(params), tuple(questions), gives, thing, False))

        add(
            f"create_{thing}",
            f"create {article} {one}",
            f"{n1}:{k1}; {n2}:{k2}; {n3}?:{k3}",
            [
                f"Create {article} {one} {w1} {{{n1}}} {w2} {{{n2}}}[ {w3} {{{n3}}}].",
                f"New {one}: {say(n1)} {{{n1}}}, {say(n2)} {{{n2}}}[, {say(n3)} {{{n3}}}]",
                f"Please add {article} {one} {w2} {{{n2}}} {w1} {{{n1}}}[, {say(n3)} {{{n3}}}].",
                f"I need {article} {one} {w1} {{{n1}}}, {say(n2)} {{{n2}}}[ and {say(n3)} {{{n3}}}].",
            ],
            "code",
        )
        add(
            f"get_{thing}",
            f"show one {one}",
            f'{key}:code "number of the {one}"',
            [f"Show me {one} {{{key}}}.", f"What do we know about the {one} {{{key}}}?", f"Open {one} {{{key}}}.", f"Details of {one} {{{key}}}, please."],
            "text",
        )
        add(
            f"list_{plural}",
            f"list the {many}",
            f'{n2}?:{k2} "which ones to list"; limit?:count "how many at most"',
            [f"List the {many}[ {w2} {{{n2}}}].", f"Which {many} are there[, at most {{limit}}]?", f"Show all {many}.", f"Give me[ {{limit}}] {many}[ {w2} {{{n2}}}]."],
            "list code",
        )
        add(
            f"update_{thing}",
            f"change the {say(n2)} of {article} {one}",
            f"{key}:code; {n2}:{k2} \"new value\"",
            [f"Change the {say(n2)} of {one} {{{key}}} to {{{n2}}}.", f"{one} {{{key}}} should have the {say(n2)} {{{n2}}}.", f"Set {say(n2)} to {{{n2}}} for {one} {{{key}}}.", f"Make {{{n2}}} the {say(n2)} of {{{key}}}."],
            "done",
        )
        add(
            f"delete_{thing}",
            f"delete {article} {one}",
            f"{key}:code; reason?:phrase",
            [f"Delete {one} {{{key}}}[, reason: {{reason}}].", f"Remove the {one} {{{key}}}.", f"We don't need {one} {{{key}}} any more, drop it.", f"{one} {{{key}}} can go[ because of {{reason}}]."],
            "done",
        )
    return tools
