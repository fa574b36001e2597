import json,sys,re,string
from collections import Counter
from kgmem.language.times import find, parse_moment, phrase_bound, how_long
import snowballstemmer
st=snowballstemmer.stemmer('porter')
d=json.load(open('/work/shared/data/locomo/locomo_dev.json'))
def norm(s):
    s=s.replace(',','').lower(); s=''.join(c for c in s if c not in string.punctuation)
    s=re.sub(r'\b(a|an|the|and)\b',' ',s); return [st.stemWord(w) for w in s.split()]
def f1(p,g):
    p,g=norm(p),norm(g); c=sum((Counter(p)&Counter(g)).values())
    return 0 if not c else 2*c/len(p)*c/len(g)/(c/len(p)+c/len(g))
W=[];B=[];S=[]
for c in d:
    if c['sample_id'] not in sys.argv[1:]: continue
    conv=c['conversation'];turns={}
    for k,v in conv.items():
        if isinstance(v,list):
            for t in v: turns[t['dia_id']]=(t['text'],parse_moment(conv[k+'_date_time']))
    for q in c['qa']:
        if q['category']!=2: continue
        w=[];b=[];s=[]
        for e in q['evidence']:
            if e not in turns: continue
            text,a=turns[e]
            s.append(f"{a.day} {a:%B} {a.year}"); s.append(f"{a:%B} {a.year}")
            for m in find(text,a):
                w.append(m.validity.wording)
                x=m.validity.start or m.validity.end
                if x: b.append(phrase_bound(x))
                b.append(how_long(m.validity,a)); 
                if m.validity.start: b.append(how_long(m.validity,a)); b.append("since "+phrase_bound(m.validity.start))
                b.append(w[-1])
        g=str(q['answer'])
        mw=max([f1(x,g) for x in w],default=0);mb=max([f1(x,g) for x in b],default=0);ms=max([f1(x,g) for x in s+b],default=0)
        W.append(mw);B.append(mb);S.append(ms)
        if mb<1: print(round(mw,2),round(mb,2),round(ms,2),q['question'],'|',g,'|',w,'| session',s[:1], q['evidence'])
n=len(W)
print(n,'wording F1',sum(W)/n,'exact',sum(x>=.999 for x in W)/n,'>=.5',sum(x>=.5 for x in W)/n)
print('with bound phrase/how_long',sum(B)/n,sum(x>=.999 for x in B)/n)
print('with session date',sum(S)/n,sum(x>=.999 for x in S)/n)
