"""Letters for pictures drawn without any graphics library: Inter, at two sizes.

Each face is a table of coverage masks, one for every character of `CHARACTERS`, made once from
Inter 4 (OFL-1.1, see `resources/fonts`), deflated and written as base 85. Unpacked it is: height,
ascent; then for each character its advance in quarter pixels and the width of its mask; then the
masks row by row, 16 levels, 2 pixels in a byte, high half first. A mask begins 1 px before the pen.
"""

import base64
import zlib
from dataclasses import dataclass
from functools import cache

CHARACTERS = "".join(map(chr, range(32, 127))) + "°"


@dataclass(frozen=True, slots=True)
class Glyph:
    """One character: how far the pen moves, in pixels, and its rows of coverage from 0 to 15."""

    advance: float
    rows: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Face:
    """One size of the letters; `ascent` is the distance from the top of a mask to the baseline."""

    ascent: int
    glyphs: dict[str, Glyph]

    def width(self, text: str) -> float:
        return sum(self.glyph(letter).advance for letter in text)

    def glyph(self, letter: str) -> Glyph:
        return self.glyphs.get(letter) or self.glyphs["?"]


@cache
def small() -> Face:
    """11 px, for axes and legends."""
    return _unpacked(_SMALL)


@cache
def title() -> Face:
    """15 px, semi-bold."""
    return _unpacked(_TITLE)


def _unpacked(text: str) -> Face:
    data = zlib.decompress(base64.b85decode(text))
    height, ascent = data[0], data[1]
    sizes = data[2 : 2 + 2 * len(CHARACTERS)]
    levels = bytes(part for byte in data[2 + len(sizes) :] for part in (byte >> 4, byte & 15))
    glyphs: dict[str, Glyph] = {}
    at = 0
    for letter, advance, width in zip(CHARACTERS, sizes[::2], sizes[1::2], strict=True):
        rows = tuple(levels[at + y * width : at + (y + 1) * width] for y in range(height))
        glyphs[letter] = Glyph(advance / 4, rows)
        at += height * width
    return Face(ascent, glyphs)


_SMALL = (
    "c-pO4du&_P8UOileIIs`JJhwMO@qrTqHJ&{ZG=r5F(VseVv8jZ1vIe53hWP-coY^1L>*}`&@`Gz+d7!k!~%rGBeeyS_M"
    "mONY1&X}8^hQ}LsJLFAZ@7a=3(dQyWi)gqX~|kz)tKh=N_N)o!|N1=hk_B9-"
    "rqNwO+3`F7(zLhGKe5&suGh;q$D~eC*fjYqX8J{Jv4&sGq9~l{K3T`CF@9Qq#cye*SIHH|U$ao4r0|J=dSBH~Kbv&-"
    "d2r{2KDN+1p@jsj27edR=xgJ)hOqsB5)z7x-@As8B;O$iYx9_6bMX&s5iGre}k`Ucb=0UR$rP=Tj}$Z!*@XSbcNe3-"
    "{#0$HmVCoNvPUG?aX~+3sy&JpMSew^DfU!By<?ebq!=OAc$sclvePE<#WK5uSrPo<aI#F@nivpn2W!^6Mk~mJs#ZNhlN"
    "J1t^6aAA4skz%@SsC6YS<wNRJ>;&u#hoT`ZDO3NKa?P2E#l;MfJK*OFLWOQqr?Bn~xTY&anVGQp4?R6FoU?3@L{1rLgZ"
    "30H|b)fbqljL!bhf#~<**fq*C;IeaCwgzl2C&f{;+%7qVe(CADLf7}QCXULH!crjH}D#894M41`yAo8*12eICp=@o5rD"
    "_+0lG?buZ(b9?_A2;W5In}2h{8wl=L(_yMIO=0er%iUm&hb@dG#>n|b)m*e_Pk>tQ(ZP)<QhRx|0AYoOWFpA_@5#_x&2"
    "n?P*@t$q>p0Xd2%2P27^ZYUo&4~3`Iiv_sy+AwzFys)0a2v^oc)Er%{;hB9vTamJLE{o+RV8cAncL)gd@wwc0+4cjn?#"
    "~i#un(@Vks>0xhijA@9;JsIyD@;MZJU)?D38byX5cKS;!w04jSO+!Vbc|H6wvz1-XOYc8j-"
    "6Km;1yHXGmIw92}%;jFVi}NfI9_cH`#9J`D4h!77^Zbo>}dXOgJpj*gjU$?zoAZ0b2Qq22GEzCK08zgf{&-"
    "H(W462}Lg3AEi3;evDmz2WwNddiunQu_T=O1RRAwi1Ss$x@!;cj)3~4c(N?y96ZzJ?80wibtVsc#BiC4Sg8rMX1MKJB-"
    "%fAA>&3NF2Q{ZXwRdSV^#F^xGcnF}Z32p?muy=$)U$wO?%ZyQi*C@Nj>w7P(BZcIQ*ojQ`AJ7ftAy)w<*b{BB{Gx@5i+"
    "4ly9~{ENiV^B<wRK8cswHp6U7%hj}}gMR^j^Ze7RWFRrkF)Q?*S;lGH#$$U1o`NI&GJklv+VU&IP>QqgCPP-"
    "q1XLPg9hLrha@@k9P<Ul9zL#ZaM)X%rbjjxJuRMDM+Up<2pGe__HXLb#_jkiJyHePF`IED+Fh$?<>QM{&i2ow4QPXxw?"
    "By*)m6L@ek;KJwM@Bd_#<1@@-"
    "f!XZp>#L8OooKFCGS^mjU7R9%FK~itr3#uAVNd(_(Z=v`Vt7;*%m{{o;9nT_F|g7lFfFbA))3GHSueSq@}<@egV7+-"
    "#>3<3DPefSkZ19I|71gK0pMYOOY_5QWYaY3M2~M;m)0eW*@J5z7DD~Gb}5ij0=#VK`1j%Moy39Teyd9S4<fl9h{swxv*"
    "ST%@1`W^xUqqM#ih!LZhU|+a+@~B(yvja`g!1bNBrW3f^o|1jG<|Xj?pRMncXisq9BkE!llawy*14=*|zN*?sQG#iONe"
    "C3GgIP_T<hxtZ&zxYoeZuiI)3c;AehuJlv|;Do%D8+m33s5Jp)@<WQQcuFLCf@GpS!XJzYfjeYYJN#LaFVor90>!pd)s"
    "(`5h{}zjCWp`|gh)rwPul04A#J_oebV}UyGYmCSCE>cp4>`2ztO}tni*>7I(aHqnSEEf-%YSP9(ssftM`OJO-"
    "t83vy#$9QbNhU9HVFti-YY2s}6p8q&%ck&|6C`hD+^#RIO^o$&{j4p4Hq*B!dWD6OB-"
    "4M0CSh^87TY`iSZ~KNM8)5~_Jwa{k{?-S_9r5-t*v+oLQ+LK&J?=nJEQs!Jk6O|@DPH-"
    "{w=OEe2gaFg7m7bTZ`IUT@O)W#6q9*w}TMgD6lS=`nR2Fg9z3}Y@MWHnONHnxA<InV00hF#33L)-"
    "TI;Z7HW3putzy%As}@Fmf1sbf<8k2ol)J}K%#UnSt0cv#LY*<>YlrUvK|_t6{%tk$5Bs+(eg8@gyNLB@sMJ6WCi_CB4b"
    "aqP_39An94n{i&rYLlMA%5vhJyv`wRT^7TpBoC-"
    "e%euIza)6g7Ezbbi9P16>uvt~V_rrBB_V|4%G{k6n>g1?!851o?g;p0?L@KpwJ31^qlNBh3r0Syy()K`^LYok|wS1j5o"
    "V|Pq-"
    "5bMbgbAw5hvP5C&YtTH!WWavpliG|;T2#9FLwdCY4E<`T4X`SYf$%7*kwN2ei#Rq0&z&e!P6gohgZPkyaPUf|3hOMy)c"
    "t`ubl14AWwjcKGg<W{cvV80estJM*n#>hOS+MFy3g7;i}?^N`<mhR2!n}Dr5Ic++b>%mhvD_+o?=SvG7utrOerps_FDJ"
    "3`?r+AfndukUJFv*k@QId@TXp{yQHlgu@b$b_(RK9DKzrZ$aK1mq*D*%c1>_0p0@Ua?8ISC=a6##{97y_B{3|l)|L~qr"
    "wg7D=`dpduD>ZVr;1qR=Kd;5m|zHn3zLPWPyj?&fyZXhnIX-mAHB7%Yr5e7?KgAO+jA0SpG+Y`#8ezA7xJZUuT)-"
    ">c$S<HaUe%J|aunx1hemofb`rLL2r><4cRUMNWfJbDpr8>k6w=1*lAC>dYj^_FHOhQ~846;|R*ZDATTJ+I$z!o;k_<7Y"
    ")oB!(4b=D@Rw}u4rO7x3f&8!GlC$hyeRO>a3_K+a>X_${Z)8KIRr9<rzchj(s#jR@Ien^b0T=1ESDQL?cmu>G~Y?HwV?"
    "}E$<+jexG<~gi(=Qcr|wQkuS`PFSN@f5p-"
    "i&2vodH0R~ITh~mt@Ds5em)_RhYH(1WhZyCY+E%l91#4#{SFI}!A`YV<?&It=$iBddWwz(n-)r1#CJIRHPmj%^NS=Yu-"
    "Cgn=Kf_!)_#llPzx|-?d2<s>Ps8ktpb343ptMLRH{WoE+R;Y=orv_fi<Gi*#%qj=R<`dB7Y6_Cjdd(FwyNjrz-"
    "^jyvC;?Z|504!{!wV_wxnLTrKGBY)Ct{jIJ9E8rxl+m9(Gk!xG(AbiI+G-"
    "myKA(?GNd+L=B;TAJ3A#0@ghBlnt#JJh|`ZUuAO;d!^-om6?}emR{rJck<$A>vg!-"
    "qsucPx=^ubrDD#T7e7i1iBb@WoBXB1k`qK)P&}8ANjHRcJAT$uft(EJ_{{oQgD9`"
)

_TITLE = (
    "c-qBUdu&_P8UL=I*Y>sJRzM4VBrSaeN?Q*GY@(|TqvJiBK@gh+$sVf2sIVmjm9{aP0aMjM9X7$*BGp0T)&7AqAu(-"
    "1xS%oE3ccCJV-%$~<=qyzX_GdI?R(FD-"
    "?>TCmbQtVjNR7f*!OYH`M&e}e&6Hfw1x)XbpK3sv9?&dprKg{`(~;$)p?=j@O1y|z%>61wON}JT!^d9+9I@PhxpEE{^|"
    "baF#nquS}|=&c(JxLvLw6!SC>YXMxy@tp>x9XLl;HQi!6&Q*7(EEpBG*dUNQZg@VU5uraA-"
    "j%n8m8&JE5FEy9zFv<0CV>LP8S7WGAa^FvYJMbU-Y0{mX6@rq`s3$*#6^Bd-e_}@(RbUfc2o)w^}IlMOz8SNAvMwg@T5"
    "RslEZ4h0Cf^QRD8I{*cZA49{7{+zOg;C#dF>&-"
    "qxokmnvdg>Ch4p#Leyqzs6gW)uVELipHjlv3?%6V2*qfk+?qnwgO8fO)6v1hWyrl>9pJ2&NyD`9SvTB=AZR2*ub7;;J;"
    "*U^-"
    "ZI($9w{Nt`B_3<P0B6KIxO$clZ=#!RV8*SXM?{lX+`dUf$q=GKbcqm;^VJR>&6lcW1>bKY4<5*hb}uv^{&2VQInI8r^%"
    "WCDp^BBx;peyPJGRTaL;b6`^A8m*Xxsf+@*mI@?OZ$<$JF^u^3V7g@1&CD?8Qy>Y{?Y~o=9Ldl&uQ<D0DC&vj2g&6c*S"
    "P`mX4>E#@-yK|P^bst{4tjutEAGA)6bZxLl3%Uv*$$*|+T;j#b9WwoyMXV9OBK~qG_4`G#kM8$640ShQ~I(-"
    "4Z(>ULVr3Z1J%Y?#jKH)C;pMsItz`hQBW_vN_08s==WwX%APS3yNIG^v8*5tFJ<a^*$Yvc{4rZ-"
    "%8{Pp+t5N#3VD5<9XFj3DNJEP>*x?{Mbh5na^FC#lswvj#t|0b~s=rY)hNZls3wU1sIy-"
    "m$c`7#2a89hN^Oj9Mgwyov?W_5MJK*a&_uU$LUi@TYq0c>ah^ryC*U*sH?G^6B&7y(8H(ANk=q=C93t2IV08;AmELKrj"
    "n()iP#@k7?R5O_Lk8N85=pamXEc$ja9M9Pm5&5ZM1o{y5=sbK}Jwh46mOq&(zNz@?oDnRdC(Lo*)jlTlmd)pZOG=ZiTR"
    "=J*uR@g8Fy=uOXEle~Hl4~7B2KjRSAVX9zM$^nZe!=5sp*(Vf=gZ`gZSBX!Kay<5IxSWW?2*~Vc07$Vo@NbJg2|cr>7o"
    "r_u+^9u8qb{tMVD+b#LREA6?kGbPP~eZ-XqwYG}-"
    "1&v~H6bDpZN1O}~#;F*9iW?Bg=B<;mjG2%WaJV_{3n_gEkSNsFKNz-N`%s!3n>2uV|iTJ^sdrOv^H%4$-"
    "99+8_3ofK`eA6OQaTzONCp~anY0|jPlmDtr8yNX!&=sfb+x_Ai}_ZG|K6>Wa@trE~iJMN+MD0X@G-"
    "L>fX!j_hnXb?&ppoe;T*jGvNr#L$)9va|jJLY6)>||+sooJfnpsAu`Kr_c^GTPZMq%B6%bsR@1=BpdZkeDE=S0n;JlVO"
    ">-"
    "XUPbfn(D9~Jd1UgDn>tZ0z972Ce?y8i4exuD~4bT`xM%}`|H?MMdVguABsXi`k<&Vqj_qU_(He@ma~mqiQ0Mc2(yv2H$"
    "<CCYD&EU0x0RX4alf$;GhM5^<D=2upD1l3@X<a@hShDX?8n7!&EyC_vM#g4&auAfEdA^o}MG@7;t_#S3Ij%uTD($+>gp"
    "ulY-I)v6pvbreRC7&okWpI$Pxiu@9irIOrgHy3V;4-6`o3x=mIA|3H-"
    "kAfjc=Co4H_idZpbJzm2to&3c8av8nM5LFrQO-fe(PJ0)d&LzT<bfJN(&V=2omhX+O=OL_l6WBoOr-okR-"
    "fUkn<Eb|ElBo_;>q|Cbn?gphB8R*pG(eI5ye(`zQrNy_{~gsBZ1xo*-W`u2dW3}OgQoq8Gw}pq-XeE4E*#uRhBZv)nB-"
    "yBN3hCqBM762bFGyZL=!P{;hg!*x>7f#4}vLTAt)&_T#ss6T9_k*%wj|jvKSHxrofT5OaDk-"
    "eGBbfYY?)EgbOq%5`Ks(Gbyz8b9KW1Zr&8PE<N;0v0HHD{UK!$Bx8=yJ3xdJgW66!EF5*h-G^b9#gE-ZIG#C<^HWOV6M"
    "6OgdJ^208|1*kMn2YHn@oKo;WOK*VSrSde^C4Y|KM-"
    "<pX}ow0jZ~}u$~4iqLT;sEJO9}0{dSKa+r6a=Pfx89cg!Tb;zr*2eENo?zpRhQRB3=iVZ(V(hoLRJv|9$K$cR@nPai4a"
    ">};Rvq#;Kn2J3&II_T==bb$dJb%=lHzG&Ip3gNa9BPmT%ojhAck-U&Ipsx%pX=IlC>>Gw^-"
    "_?ALnrHYbd?TC<#J>MMdS~i`hnW?KQjBkxZOk!kHoOf#43Z-"
    "lYd<mL);Ox*pSn<*uy0MX3fzB7Vl}1W`eC~81OJ>iObA?GCuSV7$7?90}x{OEG(w^hM|>J37zbagi%RK=NfUZHS6xncp"
    "U#LY+UYVUwx3l7~UH(0M`Z>mWMflLSI2V#l46HWM68JRJc#~W_NMFbWmT<eY0hs#r-"
    "@{=9+?NDh@b(ay$2vI$A~$m2*%t;B=PLiFVl)4$1BstC71)&7$0aw2)oU=@i2OUF*PPLYupyj-"
    "3x5%k769Zm&o?M;OZ7j%b&;UD7G+yu#e>DvsDWkgGgfKex9?|LX7s{M#@~7LbgN>=>=eN%0Q7e8dNCypxXO*Th$;1DRI"
    "o_i$eIagyOR%5~2Q85Pj^+Hl=Eczn#qOSwmM5ESyNqXTwh34@I}(aH-"
    "=XqIzl9Yvjse=PG4DYs>Cg*2mb7MCNgklKG5tB}rkkt?JKWsu;dRIX3hY)4C+3TbUwv>R@%B^H!fvD#x;J@Cm%Y45eRb"
    "&!%GIdLRF@Q4ZgILrwj>Hl^^>0ZatcnuD?h)%1y5W6bD9}e9bhuDDq*kH4RlUAH-"
    "M1+tW@N*btv~!s=U~xW1@gW&t>AX**%2F*Yw<rD1z<ndOg0w2aZJr%F9}!LPJjgs-MTX0+My_CXaJ{tHspq?km_EHnL="
    "GA`UVb$+BxLF_<mY%B!EwJLqXrMySNax~tk6f3KUSr9r3h&i*cet@0QV$^;%sPzD$lK$(u)O{_sM0-"
    "f>UWfyR`J+GT?M>m907`Vx;e>*Rd#!*(NIV)7&yG$K2V0pv_zLSDwx*I9H{Rkb=h@Utvg_<QFo>|ETqFvCVKHMhNouz-"
    "ahnmgjPtGIo$BIQAlk3BochD}EqP;E2j+Yr*SJw`HgR$Q52qQ2|>&?&n?S{wvp=um&G`*{PWNxm3^KHDXRhH4QF9HYY2"
    "sTygdA%FU=#iCuHjcwOE0Bx%UAy!Sw(+V~&;mLYk+Z{7Xll(KpLxtu8$^4m%I0!gJh<f)JnrD^p4I%ce0yEYof4kng#b"
    "#;wLxBTvpJQ5NQrM|K?dN%(`*110bgZ$p;AoumxU<vndp{ljI*<!^aA<kA9yhWRfcMEDVK?z<FJF5N0(=v_~><#x8hdA"
    "{NvV)HKWdxzJXYAm3MOY^10C`!9RAQ5n(zX6~uy&JK*nCaz1tTi2H%ZJ;zMIa5wWX2=zyn5wONtea*)Oe4jWSQr%A>7k"
    "^R;DulW4&|o3E9){uqsvIWEygTlnN8?$Isg-xXp9KYRA%Dqrh=E2aF1rQ|ZkN2|<4Kqj&Iy_+_rJa*Hp=OE=yo29IB{4"
    "%k3eBKu_)QX_7_;yS+cE!R-KYaRYF)DGMd4f;<V7%g~W3^_FY0WQNkI1CUT*I@=T+sUs?!1lpSux);`nlpO-"
    "@1I~6yc>J-"
    "|e}@(d~?<xn*DN7JKypv?(}oTn(SRo#?TZI3V0auC4sw3IC7t?8Z|)>lKuRbA9t<Ja>BPh@A2z2EJbX1imh-"
    ";_DnMO7SXOu3P2=aT^Tk7PH|Y<9%^XzbHE~L7~)>EpU7(CuqZ4o1gG(j$tH2<RxFdYgURf^2zsxoW*tr$M2`|aBUq$PK"
    "QL!K}JsFVV)~;@^&gFUVk6jTLq#R#eB8&zT}r7&i0sJY<@QmPUF`sC5xGMgw#CI$;x}?QI_&)k!>O6=w814U`}<5_Bmy"
    "=mf4Rs4|{YAX78gdj#HIMGQ)U$`nu%PF-"
    "9J3U0)kl#&5O*W8H4CFUN1Ec*Vzm>U{0LEyr(v#J@1cuZ?y}4u3nw8NxnX`#G{`-"
    "(NVVNLo6a;xA=>>z;U;d|R93Ugl>F5eN9W=~!Myw3mma&*q?eex18dfj^uA+fk%lipX&)uFI<Hb@m2Ed(&hfr#?l2C#i"
    "t#;KaJn4YKFpF#j@$(IpV<A(>&0%5t2n$ZTth4$Qnh6?g)9RAU9u_Srtso$W@VSrnHr&>k8dGE$^gtF4GAC@$Jf4k(O)"
    "5XbUCoAUirwG!VmboIl?GG!I#Z`eeaY34X=<LsrxaaFp4x#tcqAEW>#-"
    "a}KM@$F+8A7qUej@Nj8OykRWn|HGK%lV}fDHESf*|u$48!hKbiL&W22B(u8akYd>@=pRdV@irI_RCDZhBw7mWsrV$Qn-"
    "?$hJ(mg4q$nGq#_*+*$MLN&|YJobDpn<s~JR35a*1s@Oup`C%b*}pC5d=(Br?4{~94hKK=u(Rv;+JD8gF87O$g&BGoo|"
    "jz6v4uxzB!Shufjvc5x#=M^7^F|ck}2)HA?x5`|cyiJoEdr=cxVjDH?`+~f~p##*oAH(0le`?~caj5?S!O3om"
)
